import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { addDays, instantAt } from '../../local-time.ts'
import { firstRow } from '../../../db/rows.ts'
import type { DemoPractice } from '../../seed/demo-practice.ts'
import { insertRowsOf } from '../../seed/insert-rows.ts'
import { randomFrom, type Random } from '../../seed/random.ts'
import { pdfOf } from '../clinical-documents/draw-document.ts'
import { keepMessage, type NewMessage } from './messages.store.ts'
import { groups, seededThreads, type SeededMessage, type SeededThread } from './seeded-threads.ts'

/** The groups of the office, and what the named people and the office wrote in the months before the seed. */
export async function seedMessages(db: Db, { plan, today }: DemoPractice): Promise<void> {
  const { practice, timeZone } = plan
  const random = randomFrom(plan.randomSeed + 8)
  const rows = groups.map(({ id, name }) => ({ group_n: id, name }))
  await insertRowsOf(db, { practice, name: 'employee_groups', columns: { group_n: 'int', name: 'text' } }, rows)
  for (const thread of seededThreads.filter(({ person }) => person.practice === practice))
    await keepThread(db, thread, { today, timeZone, random })
}

interface When {
  today: string
  timeZone: string
  random: Random
}

async function keepThread(db: Db, thread: SeededThread, { today, timeZone, random }: When): Promise<void> {
  const reference = await referenceOf(db, thread)
  let threadId: number | undefined
  for (const [place, message] of thread.messages.entries()) {
    const day = addDays(today, -message.before)
    // Within a day, a later message of the thread has a later hour.
    const sentAt = instantAt(timeZone, day, 60 * (8 + place) + random.between(0, 59))
    const kept = await keepMessage(db, {
      ...(await messageOf(thread, message)),
      sentAt,
      ...(threadId === undefined ? {} : { threadId }),
      ...(reference && threadId === undefined ? { reference } : {}),
    })
    threadId ??= kept?.threadId
  }
}

async function messageOf(
  { person, with: other, subject }: SeededThread,
  message: SeededMessage,
): Promise<Omit<NewMessage, 'sentAt'>> {
  const { body, isFromPatient = false, isUnread = false, isHigh = false, hasStatement = false } = message
  const common = {
    practice: person.practice,
    patientN: person.patientN,
    physician: other,
    subject,
    body,
    priority: isHigh ? 1 : 0,
  } as const
  if (isFromPatient) {
    const senderName = `${person.firstName} ${person.lastName}`
    const author = message.guardian === undefined ? undefined : { id: '', name: message.guardian, isGuardian: true }
    return { ...common, direction: 'OUT', senderName, author, recipients: [other], isRead: true }
  }
  const attachments = hasStatement ? [{ ...statement, content: await statementOf(person) }] : []
  return { ...common, direction: 'IN', senderName: other.name, isRead: !isUnread, attachments }
}

const statement = { fileName: 'Statement.pdf', fileType: 'application/pdf' }

const statementOf = ({ firstName, lastName }: SeededThread['person']) =>
  pdfOf({
    title: 'Statement',
    day: 'for your last visit',
    patientName: `${firstName} ${lastName}`,
    sections: [{ heading: 'What you owe', paragraphs: ['Removal of benign lesions: $176.00'] }],
  })

async function referenceOf(db: Db, { about, person: { practice, patientN } }: SeededThread) {
  if (about !== 'bill') return about
  const bill = await firstRow<{ id: string; label: string }>(
    db,
    sql`select bill_id::text as id, description as label from charges
      where practice = ${practice} and patient_n = ${patientN} and patient_responsible > patient_paid
      order by bill_id limit 1`,
  )
  return bill && { kind: 'bill', ...bill }
}

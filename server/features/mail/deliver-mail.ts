import { htmlOf } from '../../practice/written-form.ts'
import Type from 'typebox'
import type { Db } from '../../db/open.ts'
import { mayStill, noticeOfEnd } from '../../identity/looks-again.ts'
import { maskedEmail } from '../../identity/verification.rules.ts'
import { GiveUp, job, recurring } from '../../jobs/job.ts'
import type { AttemptOutcome, Email, WrittenMail } from '../../outbox/outbox.ts'
import { writeAudit } from '../../protocol/audit-store.ts'
import type { Services } from '../../services.ts'
import { mailFilePlace, mailTopic, openMail, senderName } from './mail-content.ts'
import { keptMs, type UnsentReason } from './mail.rules.ts'
import { mailWays } from './mail-ways.ts'
import { linkEmail } from './secure-links.ts'
import { tryDirect } from './try-direct.ts'
import { deleteOldFiles, filesOf, noteReason, readMail, settleMail, type MailRow } from './mails.store.ts'

export type DeliveryServices = Pick<
  Services,
  | 'db'
  | 'emrOf'
  | 'licensees'
  | 'settings'
  | 'encryption'
  | 'outbox'
  | 'direct'
  | 'publish'
  | 'now'
  | 'linkTokens'
  | 'log'
>

/** A slow line takes as long as this for the largest mail. */
const patientMs = 300_000

/**
 * Sends a mail until a mail server takes it, or refuses it. It always has the same Message-ID, by which mail servers
 * recognize what was sent before an answer was lost. After three days the writer decides.
 */
export const deliverMail = job('mail.deliver', {
  input: Type.Object({ id: Type.String() }, { additionalProperties: false }),
  keepTryingFor: { days: 3 },
  looksAgain: async (services: DeliveryServices, { id }) => {
    const row = await readMail(services.db, id)
    if (row?.state !== 'waiting' || (await mayStillSend(services, row))) return true
    await settle(services, row, {
      to: 'failed',
      reason: row.reason === 'uncertain' ? 'uncertain' : 'ended', // it may have left before
      notice: await noticeOfEnd(services, row, { what: 'email', writtenAt: row.writtenAt }),
    })
    return false
  },
  run: async (services: DeliveryServices, { id }) => {
    const row = await readMail(services.db, id)
    if (row?.state !== 'waiting') return
    const outcome = await attempt(services, row, patientMs)
    if (outcome === 'sent') return settle(services, row, { to: 'sent' })
    if (outcome === 'refused' || outcome === 'certificate') {
      await settle(services, row, { to: 'failed', reason: outcome })
      throw new GiveUp('the recipient is refused')
    }
    throw new Error(`no mail server has taken a mail (${outcome})`)
  },
  givenUp: async (services, { id }) => {
    const row = await readMail(services.db, id)
    if (row) await settle(services, row, { to: 'failed' })
  },
})

export function mayStillSend(services: DeliveryServices, row: MailRow): Promise<boolean> {
  return mayStill(services, row, mailWays[row.way].offered)
}

/** What an attempt comes to; `certificate`: there is none to encrypt to. */
type Outcome = AttemptOutcome | 'certificate'

/** Tries once, and notes why it was not sent. What the outcome leads to is for the caller to store. */
export async function attempt(services: DeliveryServices, row: MailRow, withinMs: number): Promise<Outcome> {
  const outcome = await outcomeOf(services, row, { id: row.id, withinMs })
  const reason = unsent[outcome]
  if (reason !== undefined) await noteReason(services.db, { id: row.id, reason })
  return outcome
}

async function outcomeOf(
  services: DeliveryServices,
  row: MailRow,
  limit: { id: string; withinMs: number },
): Promise<Outcome> {
  const { outbox, direct, log } = services
  if (row.way === 'secure') return outbox.tryMail(linkEmail(services, row), limit)
  const written = await simpleMail(services, row)
  if (row.way === 'simple') return outbox.tryMail(written, limit)
  return direct ? tryDirect(direct, { written, log, ...limit }) : 'no gateway'
}

async function simpleMail(services: DeliveryServices, row: MailRow): Promise<WrittenMail> {
  const { db, encryption } = services
  const { content } = openMail(services, row)
  const files = await filesOf(db, row.id)
  return {
    licenseeId: row.licenseeId,
    to: content.to,
    fromName: senderName(content.author),
    replyTo: content.replyTo,
    subject: content.subject,
    text: content.text,
    html: htmlOf(content.text),
    attachments: files.map((file, index) => ({
      ...file,
      content: encryption.decryptBytes(file.content, mailFilePlace(row.id, index)),
    })),
  }
}

const unsent: Partial<Record<Outcome, UnsentReason>> = {
  unavailable: 'unavailable',
  uncertain: 'uncertain',
  'no gateway': 'unavailable',
}

interface End {
  to: 'sent' | 'failed'
  reason?: UnsentReason
  /** For the writer. */
  notice?: Email
}

/** Ends the attempts, with a row in the activity log of the patient, once. */
async function settle(services: DeliveryServices, row: MailRow, { notice, ...end }: End): Promise<void> {
  const { db, publish, now, outbox } = services
  const isSettled = await db.transaction(async (tx) => {
    if (!(await settleMail(tx, { id: row.id, at: now(), ...end }))) return false
    const isSent = end.to === 'sent'
    const outcome = isSent ? 'ok' : `mail.${end.reason ?? row.reason ?? 'unavailable'}`
    await noteDelivery(services, tx, { row, outcome, status: isSent ? 'sent' : 'not sent' })
    if (notice) await outbox.enqueue(tx, notice)
    return true
  })
  if (isSettled) publish([mailTopic(row)])
}

/** In the name of the person who wrote the mail: nobody else sends it. */
export async function noteDelivery(
  services: Pick<DeliveryServices, 'encryption' | 'now'>,
  tx: Db,
  { row, status, outcome }: { row: MailRow; status: string; outcome: string },
): Promise<void> {
  const { licenseeId, patientId, accountId } = row
  const { to, author } = openMail(services, row).content
  await writeAudit(tx, [
    {
      at: services.now(),
      licenseeId,
      accountId,
      patientId,
      actorKind: author.kind,
      actor: author.login,
      address: '',
      event: author.event,
      subject: '',
      outcome,
      transmitTo: maskedEmail(to),
      transmitStatus: status,
      requestId: row.id,
    },
  ])
}

export const forgetMailFiles = recurring('mail.forgetFiles', {
  every: { hours: 1 },
  run: ({ db, now }: Pick<Services, 'db' | 'now'>) =>
    deleteOldFiles(db, { before: new Date(now().getTime() - keptMs), at: now() }),
})

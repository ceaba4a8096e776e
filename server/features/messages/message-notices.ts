import { practiceSettings } from '../../licensees/settings/practice.settings.ts'
import { accountsFor } from '../../identity/account.store.ts'
import { createMailOf } from '../../identity/mail-of.ts'
import { recurring } from '../../jobs/job.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import type { Email } from '../../outbox/outbox.ts'
import { partOffered, parts } from '../../practice/offered.ts'
import { fewAtOnce } from '../../protocol/turns.ts'
import type { Services } from '../../services.ts'
import { newMessageEmail } from './messages.emails.ts'
import { messagePaths } from './messages.paths.ts'
import { noticeToken } from './notice-token.ts'
import { messagesTopic } from './message-topics.ts'
import { keepPlace, lastPlace, noticeChoice } from './message-notices.store.ts'

export type NoticeServices = Pick<
  Services,
  'db' | 'licensees' | 'emrOf' | 'settings' | 'outbox' | 'now' | 'publish' | 'linkTokens'
>

/**
 * Looks for new messages of the office: people who chose so get an e-mail, and open screens show what `messages.watch` has
 * missed.
 */
export const noticeMessages = recurring('messages.notice', {
  every: { seconds: 10 },
  perPractice: async (services: NoticeServices, licensee: Licensee) => {
    const isOffered = partOffered({ setting: (name) => services.settings.value(licensee.id, name) }, 'messages')
    if (isOffered) await noticeOf(services, licensee)
  },
})

/** The place moves in the transaction that enqueues the e-mails: nobody is told twice, or not at all. */
async function noticeOf(services: NoticeServices, licensee: Licensee): Promise<void> {
  const { db, emrOf, outbox, publish } = services
  const from = await lastPlace(db, licensee.id)
  const { place, messages } = await emrOf(licensee).newMessages(from)
  if (place === from) return
  const patientIds = [...new Set(messages.map(({ patientId }) => patientId))]
  const emails = (await fewAtOnce(patientIds, (patientId) => emailsFor(services, { licensee, patientId }))).flat()
  await db.transaction(async (tx) => {
    await keepPlace(tx, { licenseeId: licensee.id, place })
    for (const email of emails) await outbox.enqueue(tx, email)
  })
  if (patientIds.length > 0)
    publish(patientIds.map((patientId) => messagesTopic({ licenseeId: licensee.id, patientId })))
}

async function emailsFor(
  services: NoticeServices,
  { licensee, patientId }: { licensee: Licensee; patientId: string },
): Promise<Email[]> {
  const { db, settings, now } = services
  const mailOf = createMailOf(services, now)
  const practice = settings.value(licensee.id, practiceSettings.LicenseeName) || licensee.name
  const all = await accountsFor(db, { licenseeId: licensee.id, patientId, at: now() })
  const emails: Email[] = []
  for (const { accountId, relation, scope } of all) {
    if (scope && !scope.includes(parts.messages)) continue
    const choice = await noticeChoice(db, accountId)
    if (!choice) continue
    const to = await mailOf(licensee, accountId)
    if (!to) continue
    const stopAt = stopAddress(services, { licenseeId: licensee.id, accountId, ...choice })
    emails.push(newMessageEmail({ licenseeId: licensee.id, to, practice, isOwn: relation === 'self', stopAt }))
  }
  return emails
}

function stopAddress(
  { linkTokens }: Pick<Services, 'linkTokens'>,
  { licenseeId, accountId, origin }: { licenseeId: string; accountId: number; origin: string | null },
): string | undefined {
  if (origin === null) return undefined
  return `${origin}${messagePaths.stopNotices({ link: noticeToken(linkTokens, { licenseeId, accountId }) })}`
}

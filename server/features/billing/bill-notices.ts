import { practiceSettings } from '../../licensees/settings/practice.settings.ts'
import { billsSettings } from './bills.settings.ts'
import { accountsFor } from '../../identity/account.store.ts'
import { createMailOf } from '../../identity/mail-of.ts'
import { recurring } from '../../jobs/job.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import type { Email } from '../../outbox/outbox.ts'
import { billingOffered, parts } from '../../practice/offered.ts'
import type { Reads } from '../../protocol/trace.ts'
import { fewAtOnce } from '../../protocol/turns.ts'
import type { Services } from '../../services.ts'
import { newBillEmail } from './billing.emails.ts'
import { forgetNoticed, lastNoticed, moveNoticed } from './bill-notices.store.ts'

export type NoticeServices = Pick<Services, 'db' | 'licensees' | 'emrOf' | 'settings' | 'outbox' | 'now'>

/** Tells people by e-mail that there is a new bill, where a practice has switched it on. */
export const noticeBills = recurring('billing.noticeBills', {
  every: { minutes: 15 },
  perPractice: (services: NoticeServices, licensee: Licensee) => {
    const isOn = noticesOffered({ setting: (name) => services.settings.value(licensee.id, name) })
    // Bills from the time when it was off are not noticed later.
    return isOn ? noticeOf(services, licensee) : forgetNoticed(services.db, licensee.id)
  },
})

function noticesOffered(reads: Pick<Reads, 'setting'>): boolean {
  return billingOffered(reads) && reads.setting(billsSettings.Portal_Bill_Notice)
}

/** The place in the bills moves in the transaction that enqueues the messages: nobody is told twice, or not at all. */
async function noticeOf(services: NoticeServices, licensee: Licensee): Promise<void> {
  const { db, emrOf, outbox } = services
  const from = await lastNoticed(db, licensee.id)
  const { place: to, patientIds } = await emrOf(licensee).newBills(from)
  if (to.billId === from?.billId && to.change === from.change) return
  const messages = (await fewAtOnce(patientIds, (patientId) => messagesFor(services, { licensee, patientId }))).flat()
  await db.transaction(async (tx) => {
    if (!(await moveNoticed(tx, { licenseeId: licensee.id, from, to }))) return
    for (const message of messages) await outbox.enqueue(tx, message)
  })
}

async function messagesFor(
  services: NoticeServices,
  { licensee, patientId }: { licensee: Licensee; patientId: string },
): Promise<Email[]> {
  const { db, settings, now } = services
  const mailOf = createMailOf(services, now)
  const practice = settings.value(licensee.id, practiceSettings.LicenseeName) || licensee.name
  const all = await accountsFor(db, { licenseeId: licensee.id, patientId, at: now() })
  const messages: Email[] = []
  for (const { accountId, relation, scope } of all) {
    if (scope && !scope.includes(parts.billing)) continue
    const to = await mailOf(licensee, accountId)
    if (to) messages.push(newBillEmail({ licenseeId: licensee.id, to, practice, isOwn: relation === 'self' }))
  }
  return messages
}

import type { Disposition } from '../../gateways/direct/mdn.ts'
import type { Notification } from '../../gateways/direct/direct.ts'
import { recurring } from '../../jobs/job.ts'
import { endSilence, noteReport, type Report } from './direct-mails.store.ts'
import { noteDelivery, type DeliveryServices } from './deliver-mail.ts'
import { mailTopic, openMail } from './mail-content.ts'
import { reportMs, speaksFor } from './mail.rules.ts'
import { readMail } from './mails.store.ts'

/** What a notification says of a mail; the others say nothing about its delivery. */
const reports: Partial<Record<Disposition, Report>> = {
  processed: 'delivered',
  dispatched: 'dispatched',
  displayed: 'dispatched',
  failed: 'failed',
}

/**
 * Notes what the other side of a Direct mail reports, with a row in the activity log, once. Only somebody of the domain
 * to which it was sent is heard.
 */
export async function hearReport(
  services: DeliveryServices,
  { originalMessageId, from, disposition }: Notification,
): Promise<void> {
  const { db, now, log, publish } = services
  const report = reports[disposition]
  const id = /^<([0-9a-f]{40})@/.exec(originalMessageId)?.[1]
  const row = id === undefined ? undefined : await readMail(db, id)
  if (!report || row?.way !== 'direct') return
  if (!speaksFor(from, openMail(services, row).content.to))
    return log.warn(
      { message: id, licensee: row.licenseeId },
      'a report about a Direct message is not of its recipient',
    )
  const isNoted = await db.transaction(async (tx) => {
    if (!(await noteReport(tx, { id: row.id, report, at: now(), read: disposition === 'displayed' }))) return false
    const outcome = report === 'failed' ? 'mail.undelivered' : 'ok'
    await noteDelivery(services, tx, { row, outcome, status: report })
    return true
  })
  if (isNoted) publish([mailTopic(row)])
}

/** The writer decides about a Direct mail of which nothing is reported. */
export const endSilentMails = recurring('mail.endSilence', {
  every: { minutes: 10 },
  run: async ({ db, now, publish }: Pick<DeliveryServices, 'db' | 'now' | 'publish'>) => {
    const at = now()
    const ended = await endSilence(db, { sentBefore: new Date(at.getTime() - reportMs), at })
    publish([...new Set(ended.map(mailTopic))])
  },
})

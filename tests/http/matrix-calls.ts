import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { mailPaths } from '../../server/features/mail/mail.paths.ts'
import { paths } from '../../server/practice/paths.ts'
import { cardDetails } from '../support/card-payment.ts'
import { drawnCalls, type DrawnCall } from '../support/drawn-calls.ts'
import { pdf } from '../support/files.ts'
import { tokenFor, turnToNoon, visitIn } from '../support/linked-screens.ts'
import { unsentWithFile } from '../support/message-files.ts'
import { filePart } from '../support/multipart.ts'
import type { Answer, RunningPortal, Visitor } from '../support/portal.ts'
import { setSetting } from '../support/switches.ts'
import { withoutLimits } from '../support/without-limits.ts'
import { crawl, leadsTo } from './crawl/crawl.ts'

/** What people type where the first option or any words would not do. */
const typed = {
  ...cardDetails,
  cvc: '123',
  save: true,
  cardName: 'Mine',
  'payments.pay amount': '10.00',
  name: 'pharmacy',
  from: '2020-01-01',
  'simpleMail.send to': 'reader@example.com',
  'secureMail.send to': 'reader@example.com',
  'directMail.send to': 'office@direct.hospital.example',
}

/** What waits here differs from row to row, so every row is opened. */
export const lists = [mailPaths.sent(), paths.messages({ box: 'sent' })]

interface Busy {
  maria: Visitor
  /** The route of her visit today. */
  today: string
}

/** Makes what Maria's screens offer an action for: a visit today, messages and mails that were not sent. */
export async function busyMaria(portal: RunningPortal): Promise<Busy> {
  turnToNoon(portal)
  withoutLimits(portal)
  for (const name of ['Portal_Waiting_List', 'Enable_Parking_Lot_Management'] as const)
    await setSetting(portal, { name, value: true })
  const maria = await portal.signIn('maria.alvarez')
  for (const _ of [1, 2]) await unsentWithFile(portal, maria)
  await portal.fault({ kind: 'down', path: 'smtp' })
  const mail = { to: 'reader@example.com', subject: 'A scan', message: 'Please see it.' }
  for (const _ of [1, 2]) await maria.act('simpleMail.send', { ...mail, draft: randomUUID() })
  await portal.database.db.execute(sql`update external_mails set state = 'failed', reason = 'unavailable'`)
  await portal.heal()
  const today = await tokenFor(portal, { purpose: 'arrival', appointmentId: await visitIn(portal, 1) })
  return { maria, today: `/user/bookappointment/features/${today}/lakeside/1` }
}

/**
 * Returns the calls that are not known, two with the same members in their input at most, and notes them. The second
 * ones are in reverse order: what one call uses up, such as a message that waits, is then there for the other one.
 */
export function news(calls: readonly DrawnCall[], known: Set<string>): DrawnCall[] {
  const nth = (place: number) =>
    calls.filter(({ name, input }) => {
      const kind = [name, place, ...Object.keys(input).toSorted(), aboutOf(input)].join(' ')
      const whole = `${name} ${JSON.stringify(input)}`
      if (known.has(kind) || known.has(whole)) return false
      known.add(kind).add(whole)
      return true
    })
  return [...nth(1), ...nth(2).toReversed()]
}

/** The kind of thing that a message is about, such as a bill. */
export const aboutOf = ({ about }: DrawnCall['input']) =>
  typeof about === 'string' ? about.split(':', 1).join('') : ''

/** Returns what the pages from these routes on offer. */
export async function callsOn(visitor: Visitor, routes: readonly string[]): Promise<DrawnCall[]> {
  const pages = await crawl(visitor, routes, 1)
  const rows = lists.flatMap((list) => leadsTo(pages.find(({ path }) => path === `/ui/screens${list}`)?.body))
  const opened = await Promise.all(
    rows.filter((row) => /[?&](mail|outgoing)=/.test(row)).map((row) => visitor.get<unknown>(row)),
  )
  return [...pages, ...opened].flatMap(({ status, body }) => (status === 200 ? drawnCalls(body, typed) : []))
}

/** Returns what an answer offers: in its effects, and on the screens to which they lead. */
export async function callsAfter(visitor: Visitor, answer: unknown): Promise<DrawnCall[]> {
  const screens = await Promise.all(leadsTo(answer).map((path) => visitor.get<unknown>(path)))
  return [answer, ...screens.map(({ body }) => body)].flatMap((each) => drawnCalls(each, typed))
}

/** Does what a screen offers. */
export function runCall(visitor: Visitor, { name, input, isUpload }: DrawnCall): Promise<Answer<unknown>> {
  if (!isUpload) return visitor.act<unknown>(name, input)
  const fields = Object.entries(input).map(([field, content]) => ({ name: field, content: String(content) }))
  return visitor.upload<unknown>(name, [...fields, filePart(pdf)])
}

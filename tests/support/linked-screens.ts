import { createAppointmentLinks, type LinkPurpose } from '../../server/practice/appointment-links.ts'
import { testSecret } from './portal.ts'
import { sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import type { RegionContent } from '../../schemas/screen.ts'
import type { BlockOf } from '../../schemas/blocks.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { takeUse } from '../../server/protocol/access-link-store.ts'
import { categoryPart, codeFiles, insuranceCard } from '../../server/features/uploads/uploads.rules.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { makeInvoice, statementDays } from './invoices.ts'
import type { Login, RunningPortal, Visitor } from './portal.ts'
import { bookVisit, mariaN } from './visits.ts'

/**
 * Returns the address of an action in the list of appointments, such as `prepare` or `rate`; undefined if there is
 * none.
 */
export async function actionAddress(
  visitor: Visitor,
  { list, action, appointmentId }: { list: 'upcoming' | 'past'; action: string; appointmentId: string },
): Promise<string | undefined> {
  const { body } = await visitor.get<RegionContent>(`/ui/regions/appointments.${list}?page=1&size=20`)
  const rows = body.blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []))
  const match = rows.flatMap(({ actions = [] }) => actions).find(({ id }) => id === `${action}-${appointmentId}`)
  return match?.do.type === 'navigate' ? match.do.to : undefined
}

const hourMs = 3_600_000

/** Books a visit of Maria's, that many hours from now. */
export function visitIn(
  { records, portal }: RunningPortal,
  hours: number,
  mode: 'inoffice' | 'telederm' = 'inoffice',
): Promise<string> {
  const startsAt = new Date(Math.floor(portal.now().getTime() / 1000) * 1000 + hours * hourMs)
  return bookVisit(records, { startsAt, mode, patientN: mariaN })
}

/**
 * Sets the clocks to noon at Lakeside, so that a visit a few hours before or after is on the same day. Call it before
 * anybody signs in.
 */
export function turnToNoon({ clock, portal }: Pick<RunningPortal, 'clock' | 'portal'>): void {
  const now = DateTime.fromJSDate(portal.now(), { zone: 'America/New_York' })
  const noon = now.set({ hour: 12, minute: 0, second: 0, millisecond: 0 })
  const next = noon < now ? noon.plus({ days: 1 }) : noon
  clock.aheadMs += next.toMillis() - now.toMillis()
}

export interface LinkOptions {
  purpose: LinkPurpose
  appointmentId: string
  patientId?: string
  licenseeId?: string
  /** Of a code for photos. */
  category?: string
  /** How many uses are left; all of them by default. */
  uses?: number
  /** Default an hour; of a code for photos, which never lasts as long, ten minutes. */
  endsInMs?: number
}

/** A link's token, made without the page that shows it. */
export async function tokenFor(
  { portal, database }: RunningPortal,
  { purpose, appointmentId, uses, category = 'Lab results', ...options }: LinkOptions,
): Promise<string> {
  const { endsInMs = purpose === 'camera' ? hourMs / 6 : hourMs } = options
  const { patientId = String(mariaN), licenseeId = 'lakeside' } = options
  const at = portal.now()
  const link = { licenseeId, appointmentId, patientId, endsAt: new Date(at.getTime() + endsInMs) }
  const token = issue(link, purpose, category)
  if (uses !== undefined && (purpose === 'camera' || purpose === 'survey')) {
    const place = { licenseeId, purpose, token }
    const most = purpose === 'camera' ? codeFiles : 1
    for (let used = 0; used < most - uses; used++)
      await takeUse(database.db, { place, subjectKey: appointmentId, uses: most, endsAt: link.endsAt, at })
  }
  return token
}

type PlainLink = Parameters<ReturnType<typeof createAppointmentLinks>['issue']>[0]

function issue(link: Omit<PlainLink, 'purpose' | 'details'>, purpose: LinkPurpose, category: string): string {
  const links = createAppointmentLinks(testSecret)
  if (purpose === 'camera') return links.issue({ ...link, purpose, details: { category, serial: 0 } })
  if (purpose !== 'visit') return links.issue({ ...link, purpose })
  const details = { role: 'patient', room: 'r'.repeat(22), startsAt: link.endsAt.toISOString(), minutes: 15 } as const
  return links.issue({ ...link, purpose, details })
}

const patients: Record<string, number> = { lakeside: mariaN, northgate: people.benCarter.patientN }

/** The routes of the screens that are reached by a link only, each one that its patient can open. */
export async function linkedScreens(portal: RunningPortal, licenseeId: string): Promise<string[]> {
  const patientId = String(patients[licenseeId])
  const [future, past] = await visitsOf(portal, licenseeId)
  const token = (purpose: LinkOptions['purpose'], appointmentId: string, more: Partial<LinkOptions> = {}) =>
    tokenFor(portal, { licenseeId, patientId, purpose, appointmentId, ...more })
  const upload = await token('upload', future)
  const part = categoryPart(insuranceCard)
  return [
    `/user/bookappointment/features/${await token('arrival', future)}/${licenseeId}/1`,
    `/user/fileupload/${upload}`,
    `/user/fileupload/qrcode/${upload}/${part}`,
    `/user/fileupload/camera/${await token('camera', future, { category: insuranceCard })}/${part}`,
    `/appointments/reviews/${await token('survey', past, { uses: 1 })}/0`,
    `/Thankyou/${await token('survey', past, { uses: 0 })}`,
    '/user/redirect/book',
    '/user/bill/any-code',
    '/user/signup/link/any-link',
    '/user/home/Myrecord/pharmacy?name=pharmacy',
    `/payment/printReceipt?payment=${await paymentOf(portal, { licenseeId, patientId })}`,
    ...(await billPages(portal, licenseeId)),
  ]
}

const billed: Record<string, Login> = { lakeside: 'maria.alvarez', northgate: 'ben.carter' }

/** The pages of an invoice and of a statement. */
async function billPages(portal: RunningPortal, licenseeId: string): Promise<string[]> {
  const visitor = await portal.signIn(billed[licenseeId] ?? 'maria.alvarez')
  const number = await makeInvoice(visitor)
  const [day] = await statementDays(visitor)
  return [`/user/home/Invoices/${number}`, `/user/home/Statements/${day}`]
}

/** Adds a payment that the record server has, and returns its id. */
export async function paymentOf(
  { database, portal }: RunningPortal,
  { licenseeId, patientId }: { licenseeId: string; patientId: string },
): Promise<string> {
  const id = `payment-of-${licenseeId}-${patientId}`
  const at = portal.now().toISOString()
  await database.db.execute(
    sql`insert into payments
        (id, licensee_id, patient_id, payer, state, amount_cents, card, transaction_id, created_at, changed_at)
      values (${id}, ${licenseeId}, ${patientId}, 'person:0', 'posted', 100, 'Visa ending in 1111', ${`txn_${id}`},
        ${at}::timestamptz, ${at}::timestamptz)
      on conflict do nothing`,
  )
  return id
}

async function visitsOf({ records, portal }: RunningPortal, practice: string): Promise<[string, string]> {
  const patientN = patients[practice] ?? 0
  const now = portal.now().toISOString()
  const result = await records.db.execute<{ future: number; past: number }>(
    sql`select min(appointment_n) filter (where starts_at > ${now}::timestamptz) as future,
        max(appointment_n) filter (where starts_at < ${now}::timestamptz) as past
      from appointments where practice = ${practice} and patient_n = ${patientN} and cancelled_at is null`,
  )
  const [row] = result.rows
  return [String(row?.future), String(row?.past)]
}

export interface StoredDocument {
  document_type: string
  other_document: string
  file_name: string
  file_type: string
  storage_name: string
  content: string
}

/** The documents of an appointment in the record server, oldest first; the content in base64. */
export function documentsOf({ records }: RunningPortal, appointmentId: string): Promise<StoredDocument[]> {
  return rowsOf(
    records.db,
    sql`select document_type, other_document, file_name, file_type, storage_name, encode(content, 'base64') as content
      from documents where appointment_n = ${Number(appointmentId)} order by document_n`,
  )
}

/** Returns all text of a screen or a problem, to search in it. */
export function wordsOf(body: unknown): string {
  return JSON.stringify(body)
}

/** The tiles of a screen, by their id. */
export function tilesIn(blocks: readonly { kind: string }[]): Map<string, BlockOf<'tiles'>['tiles'][number]> {
  const all = blocks.flatMap((block) => (block.kind === 'tiles' ? (block as BlockOf<'tiles'>).tiles : [])) // narrowed by its kind
  return new Map(all.map((tile) => [tile.id, tile]))
}

import type { CapabilityPurpose } from '../../server/protocol/capability-store.ts'
import { createAppointmentLinks } from '../../server/practice/appointment-links.ts'
import { testSecret } from './portal.ts'
import { sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import type { RegionContent } from '../../schemas/screen.ts'
import type { BlockOf } from '../../schemas/blocks.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { issueCapability, noteOnlyUse } from '../../server/protocol/capability-store.ts'
import { insuranceCard, categoryPart } from '../../server/features/uploads/uploads.rules.ts'
import type { RunningPortal, Visitor } from './portal.ts'
import { bookVisit, mariaN } from './visits.ts'

/** Where the list of appointments leads with an action of that name, such as `prepare` or `rate`; undefined for nowhere. */
export async function wayFrom(
  visitor: Visitor,
  { list, action, appointmentId }: { list: 'upcoming' | 'past'; action: string; appointmentId: string },
): Promise<string | undefined> {
  const { body } = await visitor.get<RegionContent>(`/ui/regions/appointments.${list}?page=1&size=20`)
  const rows = body.blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []))
  const found = rows.flatMap(({ actions = [] }) => actions).find(({ id }) => id === `${action}-${appointmentId}`)
  return found?.do.type === 'navigate' ? found.do.to : undefined
}

const hourMs = 3_600_000

/** A visit of Maria's, so many hours from now. */
export function visitIn(
  { records, portal }: RunningPortal,
  hours: number,
  mode: 'inoffice' | 'telederm' = 'inoffice',
): Promise<string> {
  const startsAt = new Date(Math.floor(portal.now().getTime() / 1000) * 1000 + hours * hourMs)
  return bookVisit(records, { startsAt, mode, patientN: mariaN })
}

/** Turns the clocks on to noon at Lakeside, so that a visit of some hours ago or from now is of today. Before anybody signs in. */
export function turnToNoon({ clock, portal }: Pick<RunningPortal, 'clock' | 'portal'>): void {
  const now = DateTime.fromJSDate(portal.now(), { zone: 'America/New_York' })
  const noon = now.set({ hour: 12, minute: 0, second: 0, millisecond: 0 })
  const next = noon < now ? noon.plus({ days: 1 }) : noon
  clock.aheadMs += next.toMillis() - now.toMillis()
}

export interface LinkWish {
  purpose: CapabilityPurpose | 'arrival' | 'upload'
  appointmentId: string
  patientId?: string
  licenseeId?: string
  subject?: object
  uses?: number
  endsInMs?: number
}

/** A link's token, made without the page that would make it. */
export async function tokenFor(
  { portal, database }: RunningPortal,
  { purpose, appointmentId, uses, endsInMs = hourMs, ...wish }: LinkWish,
): Promise<string> {
  const { patientId = String(mariaN), licenseeId = 'lakeside', subject = {} } = wish
  const at = portal.now()
  const endsAt = new Date(at.getTime() + endsInMs)
  if (purpose === 'arrival' || purpose === 'upload' || purpose === 'survey') {
    const token = createAppointmentLinks(testSecret).issue({ licenseeId, purpose, appointmentId, patientId, endsAt })
    if (uses === 0 && purpose === 'survey') {
      const place = { licenseeId, purpose, token }
      await noteOnlyUse(database.db, { place, subjectKey: appointmentId, endsAt, at })
    }
    return token
  }
  return issueCapability(database.db, {
    licenseeId,
    purpose,
    subjectKey: appointmentId,
    subject: { appointmentId, patientId, ...subject },
    at,
    uses,
    endsAt,
  })
}

const patients: Record<string, number> = { lakeside: mariaN, northgate: people.benCarter.patientN }

/** The routes of the screens that only a link leads to, each one that its patient can open. */
export async function linkedScreens(portal: RunningPortal, licenseeId: string): Promise<string[]> {
  const patientId = String(patients[licenseeId])
  const [future, past] = await visitsOf(portal, licenseeId)
  const token = (purpose: LinkWish['purpose'], appointmentId: string, more: Partial<LinkWish> = {}) =>
    tokenFor(portal, { licenseeId, patientId, purpose, appointmentId, ...more })
  const upload = await token('upload', future)
  const part = categoryPart(insuranceCard)
  return [
    `/user/bookappointment/features/${await token('arrival', future)}/${licenseeId}/1`,
    `/user/fileupload/${upload}`,
    `/user/fileupload/qrcode/${upload}/${part}`,
    `/user/fileupload/camera/${await token('camera', future, { subject: { category: insuranceCard }, uses: 10 })}/${part}`,
    `/appointments/reviews/${await token('survey', past, { uses: 1 })}/0`,
    `/Thankyou/${await token('survey', past, { uses: 0 })}`,
    '/user/redirect/book',
  ]
}

async function visitsOf({ records, portal }: RunningPortal, practice: string): Promise<[string, string]> {
  const patientN = patients[practice] ?? 0
  const now = portal.now().toISOString()
  const found = await records.db.execute(
    sql`select min(appointment_n) filter (where starts_at > ${now}::timestamptz) as future,
        max(appointment_n) filter (where starts_at < ${now}::timestamptz) as past
      from appointments where practice = ${practice} and patient_n = ${patientN} and cancelled_at is null`,
  )
  const [row] = (found as unknown as { rows: { future: number; past: number }[] }).rows // both drivers answer with rows
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

/** What the record server has of an appointment, oldest first; the content in base64. */
export async function documentsOf({ records }: RunningPortal, appointmentId: string): Promise<StoredDocument[]> {
  const found = await records.db.execute(
    sql`select document_type, other_document, file_name, file_type, storage_name, encode(content, 'base64') as content
      from documents where appointment_n = ${Number(appointmentId)} order by document_n`,
  )
  return (found as unknown as { rows: StoredDocument[] }).rows // as above
}

/** The words of a screen or a problem, for looking for some. */
export function wordsOf(body: unknown): string {
  return JSON.stringify(body)
}

/** The tiles of a screen, by their id. */
export function tilesIn(blocks: readonly { kind: string }[]): Map<string, BlockOf<'tiles'>['tiles'][number]> {
  const all = blocks.flatMap((block) => (block.kind === 'tiles' ? (block as BlockOf<'tiles'>).tiles : [])) // by its kind
  return new Map(all.map((tile) => [tile.id, tile]))
}

import { sql } from 'drizzle-orm'
import { io, type Socket } from 'socket.io-client'
import type { RegionContent } from '../../schemas/screen.ts'
import type { BlockOf } from '../../schemas/blocks.ts'
import { callsNamespace } from '../../schemas/calls.ts'
import { authorisations } from '../../server/db/schema.ts'
import { learnVisits } from '../../server/features/visits/learn-visits.ts'
import { reportEvent } from '../../server/features/visits/report-visit-events.ts'
import type { Database } from '../../server/db/open.ts'
import { firstRow } from '../../server/db/rows.ts'
import { runDueJobs } from './jobs.ts'
import type { RunningPortal, Visitor } from './portal.ts'
import { until } from './waiting.ts'

export const mariaN = 1001

interface VisitOptions {
  startsAt: Date
  practice?: string
  patientN?: number
  employeeN?: number
  mode?: string
}

/** Books a visit, by default of Maria at Lakeside with Grace Lindholm, who offers video visits. Returns its number. */
export async function bookVisit(
  records: Database,
  { startsAt, practice = 'lakeside', patientN = mariaN, employeeN = 103, mode = 'telederm' }: VisitOptions,
): Promise<string> {
  const result = await records.db.execute<{ appointment_n: number }>(
    sql`insert into appointments (practice, patient_n, employee_n, facility_n, starts_at, duration, type_name, mode)
      select practice, ${patientN}::int, employee_n, facility_n, ${startsAt.toISOString()}::timestamptz, 15, 'Video visit', ${mode}
      from provider_facilities where practice = ${practice} and employee_n = ${employeeN} and rank = 0 returning appointment_n`,
  )
  return String(result.rows[0]?.appointment_n)
}

export interface VisitLinks {
  patient: string
  provider: string
}

/** What follows a sign-in: the portal asks which video visits of the patient it does not know. */
export async function learnVisitsOf(
  { database, jobs }: Pick<RunningPortal, 'database' | 'jobs'>,
  { licenseeId = 'lakeside', patientId = String(mariaN) } = {},
): Promise<void> {
  await jobs.add(database.db, learnVisits, { licenseeId, patientId, origin: `http://${licenseeId}.localhost` })
}

/**
 * Stores the seeded video visits of everybody who can sign in. Then signing in stores none, and a test that only reads
 * shows by the tables that it did.
 */
export async function learnAllVisits(portal: RunningPortal): Promise<void> {
  const people = await portal.database.db
    .selectDistinct({ licenseeId: authorisations.licenseeId, patientId: authorisations.patientId })
    .from(authorisations)
  for (const person of people) await learnVisitsOf(portal, person)
  await runDueJobs(portal, learnVisits, reportEvent)
}

/** Both ways into a visit: what the patient's list shows, and what the record server was told for the provider. */
export async function linksOf(portal: RunningPortal, visitor: Visitor, appointmentId: string): Promise<VisitLinks> {
  const patient = await patientLink(visitor, appointmentId)
  await learnVisitsOf(portal)
  return { patient, provider: new URL(await providerLink(portal, appointmentId)).pathname }
}

/** Where the patient joins, as the list of appointments says. */
export async function patientLink(visitor: Visitor, appointmentId: string): Promise<string> {
  const { body } = await visitor.get<RegionContent>('/ui/regions/appointments.upcoming?page=1&size=20')
  const rows = body.blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []))
  const join = rows.flatMap(({ actions = [] }) => actions).find(({ id }) => id === `join-${appointmentId}`)
  if (join?.do.type !== 'navigate') throw new Error(`no way into the visit of ${appointmentId}`)
  return join.do.to
}

function providerLink(portal: RunningPortal, appointmentId: string): Promise<string> {
  const link = async () => (await recordOf(portal, appointmentId))?.provider_link || undefined
  return until('the record server has a link for the provider', link)
}

export interface VisitRecord {
  provider_link: string
  is_patient_joined: boolean
  patient_joined_at: Date | null
  provider_joined_at: Date | null
  ended_at: Date | null
}

/** What the record server knows of a visit. */
export function recordOf(
  { records }: Pick<RunningPortal, 'records'>,
  appointmentId: string,
): Promise<VisitRecord | undefined> {
  return firstRow(
    records.db,
    sql`select * from video_visits where practice = 'lakeside' and appointment_n = ${Number(appointmentId)}`,
  )
}

/** Returns the call on the page at that address. Throws if there is none. */
export async function callAt(visitor: Visitor, address: string): Promise<BlockOf<'video'>> {
  const { status, body } = await visitor.get(`/ui/screens${address}`)
  const call = status === 200 ? body.blocks.find((block) => block.kind === 'video') : undefined
  if (call?.kind !== 'video') throw new Error(`no call at ${address}: ${status} ${JSON.stringify(body)}`)
  return call
}

export interface End {
  socket: Socket
  /** Every event it received, in order: `met`, `waiting`, … or the text of a refusal. */
  events: string[]
  met: { call: number; offers: boolean }[]
  signals: unknown[]
}

/** Joins a call as one participant, as a browser does. */
export function openEnd(url: string, { pass, cookie, host = 'lakeside.localhost' }: EndOptions): End {
  const socket = io(url + callsNamespace, {
    path: '/ui/live',
    transports: ['websocket'],
    forceNew: true,
    auth: { pass },
    extraHeaders: { host, ...(cookie ? { cookie } : {}) },
  })
  const end: End = { socket, events: [], met: [], signals: [] }
  socket.onAny((name: string) => void end.events.push(name))
  socket.on('met', (met: End['met'][number]) => void end.met.push(met))
  socket.on('signal', (signal) => void end.signals.push(signal))
  socket.on('connect_error', ({ message }) => void end.events.push(message))
  socket.on('disconnect', () => void end.events.push('gone'))
  return end
}

interface EndOptions {
  pass: unknown
  cookie?: string
  host?: string
}

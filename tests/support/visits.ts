import { sql } from 'drizzle-orm'
import { io, type Socket } from 'socket.io-client'
import type { RegionContent } from '../../schemas/screen.ts'
import type { BlockOf } from '../../schemas/blocks.ts'
import { callsNamespace } from '../../schemas/calls.ts'
import type { Database } from '../../server/db/open.ts'
import type { RunningPortal, Visitor } from './portal.ts'

export const mariaN = 1001

interface VisitWish {
  startsAt: Date
  practice?: string
  patientN?: number
  employeeN?: number
  mode?: string
}

/** Of Maria at Lakeside with Grace Lindholm, who gives video visits, unless said otherwise. Answers its number. */
export async function bookVisit(
  records: Database,
  { startsAt, practice = 'lakeside', patientN = mariaN, employeeN = 103, mode = 'telederm' }: VisitWish,
): Promise<string> {
  const found = await records.db.execute(
    sql`insert into appointments (practice, patient_n, employee_n, facility_n, starts_at, duration, type_name, mode)
      select practice, ${patientN}::int, employee_n, facility_n, ${startsAt.toISOString()}::timestamptz, 15, 'Video visit', ${mode}
      from provider_facilities where practice = ${practice} and employee_n = ${employeeN} and rank = 0 returning appointment_n`,
  )
  return String((found as unknown as { rows: { appointment_n: number }[] }).rows[0]?.appointment_n) // both drivers answer with rows
}

export interface VisitLinks {
  patient: string
  provider: string
}

/** Both ways into a visit: what the patient's list shows, and what the record server was told for the provider. */
export async function linksOf(portal: RunningPortal, visitor: Visitor, appointmentId: string): Promise<VisitLinks> {
  const { body } = await visitor.get<RegionContent>('/ui/regions/appointments.upcoming?page=1&size=20')
  const rows = body.blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []))
  const join = rows.flatMap(({ actions = [] }) => actions).find(({ id }) => id === `join-${appointmentId}`)
  if (join?.do.type !== 'navigate') throw new Error(`no way into the visit of ${appointmentId}`)
  return { patient: join.do.to, provider: new URL(await providerLink(portal, appointmentId)).pathname }
}

async function providerLink(portal: RunningPortal, appointmentId: string): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const link = (await recordOf(portal, appointmentId))?.provider_link
    if (link) return link
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error('the record server was not told where the provider joins')
}

export interface VisitRecord {
  provider_link: string
  is_patient_joined: boolean
  patient_joined_at: Date | null
  provider_joined_at: Date | null
  ended_at: Date | null
}

/** What the record server has heard of a visit. */
export async function recordOf(
  { records }: Pick<RunningPortal, 'records'>,
  appointmentId: string,
): Promise<VisitRecord | undefined> {
  const found = await records.db.execute(
    sql`select * from video_visits where practice = 'lakeside' and appointment_n = ${Number(appointmentId)}`,
  )
  return (found as unknown as { rows: VisitRecord[] }).rows[0] // as above
}

/** The call on the page at that address. Throws when there is none. */
export async function callAt(visitor: Visitor, address: string): Promise<BlockOf<'video'>> {
  const { status, body } = await visitor.get(`/ui/screens${address}`)
  const call = status === 200 ? body.blocks.find((block) => block.kind === 'video') : undefined
  if (call?.kind !== 'video') throw new Error(`no call at ${address}: ${status} ${JSON.stringify(body)}`)
  return call
}

export interface End {
  socket: Socket
  /** Everything it was told, in order: `met`, `waiting`, … or the words of a refusal. */
  told: string[]
  met: { call: number; offers: boolean }[]
  signals: unknown[]
}

/** One end of a call, as a browser opens it. */
export function openEnd(url: string, { pass, cookie, host = 'lakeside.localhost' }: EndWish): End {
  const socket = io(url + callsNamespace, {
    path: '/ui/live',
    transports: ['websocket'],
    forceNew: true,
    auth: { pass },
    extraHeaders: { host, ...(cookie ? { cookie } : {}) },
  })
  const end: End = { socket, told: [], met: [], signals: [] }
  socket.onAny((name: string) => void end.told.push(name))
  socket.on('met', (met: End['met'][number]) => void end.met.push(met))
  socket.on('signal', (signal) => void end.signals.push(signal))
  socket.on('connect_error', ({ message }) => void end.told.push(message))
  socket.on('disconnect', () => void end.told.push('gone'))
  return end
}

interface EndWish {
  pass: unknown
  cookie?: string
  host?: string
}

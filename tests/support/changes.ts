import { sql } from 'drizzle-orm'
import { firstRow } from '../../server/db/rows.ts'
import type { RegionContent } from '../../schemas/screen.ts'
import type { Dialog } from '../../schemas/dialog.ts'
import { book, dialogOf, hold, holdIdOf, type Acted, type SlotInput } from './booking.ts'
import type { Answer, RunningPortal, Visitor } from './portal.ts'

interface Row {
  appointment_n: number
  starts_at: Date
  isCancelled: boolean
  reason: string
  reminded: boolean
}

/** Reads an appointment from the record server. */
export function recordOf({ records }: Pick<RunningPortal, 'records'>, id: string): Promise<Row | undefined> {
  return firstRow(
    records.db,
    sql`select appointment_n, starts_at, cancelled_at is not null as "isCancelled", cancellation_reason as reason,
      last_text_sent is not null as reminded from appointments where appointment_n = ${Number(id)}`,
  )
}

/** Holds and books a time. Returns the number of the appointment. */
export async function bookedAt(portal: RunningPortal, visitor: Visitor, slot: SlotInput): Promise<string> {
  const answer = await book(visitor, holdIdOf(await hold(visitor, slot)))
  if (answer.status !== 200) throw new Error(`not booked: ${JSON.stringify(answer.body)}`)
  const result = await portal.records.db.execute<{ appointment_n: number }>(
    sql`select appointment_n from appointments where employee_n = ${Number(slot.providerId)}
      and starts_at = ${slot.startsAt}::timestamptz and cancelled_at is null and practice = 'lakeside'`,
  )
  return String(result.rows[0]?.appointment_n)
}

/** Returns the actions of the upcoming list, by their ids. */
export async function offeredActs(visitor: Visitor): Promise<string[]> {
  const { body } = await visitor.get<RegionContent>('/ui/regions/appointments.upcoming?size=20')
  const rows = body.blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []))
  return rows.flatMap(({ actions = [] }) => actions.map(({ id }) => id))
}

/** Returns the words of the action that cancels an appointment, or that says whom to call for it. */
export async function cancelLabelOf(visitor: Visitor, appointmentId: string): Promise<string | undefined> {
  const { body } = await visitor.get<RegionContent>('/ui/regions/appointments.upcoming?size=20')
  const rows = body.blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []))
  return rows
    .flatMap(({ actions = [] }) => actions)
    .find(({ id }) => [`cancel-${appointmentId}`, `call-${appointmentId}`].includes(id))?.label
}

export function cancel(visitor: Visitor, appointmentId: string, reason = 'conflict'): Promise<Answer<Acted>> {
  return visitor.act<Acted>('appointments.cancel', { appointmentId, reason })
}

export async function cancelDialogOf(visitor: Visitor, appointmentId: string): Promise<Dialog | undefined> {
  return dialogOf(await visitor.act<Acted>('appointments.askCancel', { appointmentId }))
}

import { sql } from 'drizzle-orm'
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

/** What the record server has of an appointment. */
export async function recordOf({ records }: Pick<RunningPortal, 'records'>, id: string): Promise<Row | undefined> {
  const found = await records.db.execute(
    sql`select appointment_n, starts_at, cancelled_at is not null as "isCancelled", cancellation_reason as reason,
      last_text_sent is not null as reminded from appointments where appointment_n = ${Number(id)}`,
  )
  return (found as unknown as { rows: Row[] }).rows[0] // both drivers answer with rows
}

/** Holds and books a time; answers the number of the appointment. */
export async function bookedAt(portal: RunningPortal, visitor: Visitor, slot: SlotInput): Promise<string> {
  const answer = await book(visitor, holdIdOf(await hold(visitor, slot)))
  if (answer.status !== 200) throw new Error(`not booked: ${JSON.stringify(answer.body)}`)
  const found = await portal.records.db.execute(
    sql`select appointment_n from appointments where employee_n = ${Number(slot.providerId)}
      and starts_at = ${slot.startsAt}::timestamptz and cancelled_at is null and practice = 'lakeside'`,
  )
  return String((found as unknown as { rows: { appointment_n: number }[] }).rows[0]?.appointment_n) // likewise
}

/** The acts that the upcoming list offers, by their ids. */
export async function offeredActs(visitor: Visitor): Promise<string[]> {
  const { body } = await visitor.get<RegionContent>('/ui/regions/appointments.upcoming?size=20')
  const rows = body.blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []))
  return rows.flatMap(({ actions = [] }) => actions.map(({ id }) => id))
}

export function cancel(visitor: Visitor, appointmentId: string, reason = 'conflict'): Promise<Answer<Acted>> {
  return visitor.act<Acted>('appointments.cancel', { appointmentId, reason })
}

export async function askedAbout(visitor: Visitor, appointmentId: string): Promise<Dialog | undefined> {
  return dialogOf(await visitor.act<Acted>('appointments.askCancel', { appointmentId }))
}

import { DateTime } from 'luxon'
import { sql } from 'drizzle-orm'
import type { Dialog } from '../../schemas/dialog.ts'
import type { Effect } from '../../schemas/effect.ts'
import type { RegionContent } from '../../schemas/screen.ts'
import type { Answer, RunningPortal, Visitor } from './portal.ts'

export interface SlotInput {
  mode: string
  typeId: string
  providerId: string
  facilityId: string
  startsAt: string
}

export interface ShownTime {
  id: string
  state: string
  input: SlotInput
}

/** The slot page of Dr. Nakagawa of Lakeside, who has many free times. */
export const nakagawa = { way: 'provider', query: 'type=inoffice&visit=1&provider=112' } as const

/** A day of the portal's clock, in the time zone of Lakeside, where it may be the evening before that of UTC. */
export function dayAhead({ clock }: Pick<RunningPortal, 'clock'>, days: number): string {
  const now = DateTime.fromMillis(Date.now() + clock.aheadMs, { zone: 'America/New_York' })
  return now.plus({ days }).toISODate() ?? ''
}

/** Returns every time that the region shows. */
export async function shownTimes(visitor: Visitor, query: string): Promise<ShownTime[]> {
  const { status, body } = await visitor.get<RegionContent>(`/ui/regions/booking.times?${query}`)
  if (status !== 200) throw new Error(`no times: ${JSON.stringify(body)}`)
  return body.blocks
    .flatMap((block) =>
      block.kind === 'schedule' ? block.lanes.flatMap(({ days }) => days.flatMap(({ times }) => times)) : [],
    )
    .flatMap(({ id, state, do: act }) =>
      act?.type === 'call' ? [{ id, state, input: act.input as unknown as SlotInput }] : [],
    )
}

/** The free times of one provider in three weeks from the day after tomorrow: far enough ahead that each may be moved. */
export async function freeSlots(portal: Pick<RunningPortal, 'clock'>, visitor: Visitor): Promise<SlotInput[]> {
  const weeks = [2, 9, 16].map((days) =>
    shownTimes(visitor, `by=${nakagawa.way}&${nakagawa.query}&from=${dayAhead(portal, days)}`),
  )
  return (await Promise.all(weeks))
    .flat()
    .filter(({ state }) => state === 'free')
    .map(({ input }) => input)
}

/** Returns a free time that no other test of this file uses. */
export function takeSlot(slots: SlotInput[]): SlotInput {
  const slot = slots.shift()
  if (!slot) throw new Error('no free time is left')
  return slot
}

export interface Acted {
  effects: Effect[]
}

export function effectsOf({ status, body }: Answer<Acted>): Effect[] {
  if (status !== 200) throw new Error(`refused with ${status}: ${JSON.stringify(body)}`)
  return body.effects
}

export function dialogOf(answer: Answer<Acted>): Dialog | undefined {
  const opened = effectsOf(answer).find((effect) => effect.type === 'open')?.dialog
  return typeof opened === 'object' ? opened : undefined
}

/** Returns the id of the hold that the confirmation dialog books. */
export function holdIdOf(answer: Answer<Acted>): string {
  const dialog = dialogOf(answer)
  const book = dialog?.actions.find(({ id }) => id === 'confirm-book')
  if (book?.kind !== 'action' || book.do.type !== 'call')
    throw new Error(`nothing to confirm: ${JSON.stringify(answer.body)}`)
  return String(book.do.input?.holdId)
}

export function hold(visitor: Visitor, slot: object, key?: string): Promise<Answer<Acted>> {
  return visitor.act<Acted>('booking.hold', slot, { key })
}

export function book(visitor: Visitor, holdId: string, key?: string): Promise<Answer<Acted>> {
  return visitor.act<Acted>('booking.book', { holdId }, { key })
}

export function leadsTo(answer: Answer<Acted>): string | undefined {
  return effectsOf(answer).find((effect) => effect.type === 'navigate')?.to
}

/** Counts the appointments of a provider at one time in the record server. */
export async function appointmentsAt(
  { records }: Pick<RunningPortal, 'records'>,
  { providerId, startsAt }: SlotInput,
): Promise<number> {
  const result = await records.db.execute<{ many: number }>(
    sql`select count(*)::int as many from appointments where practice = 'lakeside' and employee_n = ${Number(providerId)} and starts_at = ${startsAt}::timestamptz and cancelled_at is null`,
  )
  return result.rows[0]?.many ?? 0
}

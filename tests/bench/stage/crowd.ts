import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Effect } from '../../../schemas/effect.ts'
import { timed } from '../measured.ts'
import { freeTimesIn, type FreeTime, type SlotPage } from './slot-pages.ts'
import type { Visitor } from './visitor.ts'

/** What happened to everybody together. */
export interface CrowdNotes {
  holdMs: number[]
  bookMs: number[]
  /** Times that somebody else was faster for. */
  taken: number
  /** Requests that were refused for a while and sent again. */
  refused: number
  /** The references that people were told are booked. */
  told: string[]
}

const mostTries = 40
const pauseMs = 250

/** One person books once at this location: open the page, hold a time, book it; another time when it is taken. */
export async function bookOne(visitor: Visitor, { page, notes }: { page: SlotPage; notes: CrowdNotes }): Promise<void> {
  await patiently(notes, () => visitor.screen(page.path).catch(() => undefined))
  let times = await freeTimes(visitor, { page, notes })
  for (let tried = 0; tried < mostTries; tried++) {
    const time = chosen(times)
    const holdId = time && holdIn(await act(visitor, { time, into: notes.holdMs, notes }))
    if (
      holdId !== undefined &&
      isBooked(await act(visitor, { time: { action: 'booking.book', input: { holdId } }, into: notes.bookMs, notes }))
    ) {
      notes.told.push(holdId)
      return
    }
    notes.taken += 1
    times = await freeTimes(visitor, { page, notes })
  }
  throw new Error(`a person found no time in ${mostTries} tries`)
}

export async function freeTimes(
  visitor: Visitor,
  { page, notes }: { page: Pick<SlotPage, 'src'>; notes: CrowdNotes },
): Promise<FreeTime[]> {
  return freeTimesIn(await patiently(notes, () => visitor.region(page.src).catch(() => undefined)))
}

/** Most want an early time. */
export function chosen(times: readonly FreeTime[]): FreeTime | undefined {
  return times[Math.floor(Math.random() ** 2 * times.length)]
}

export interface Act {
  time: FreeTime
  into: number[]
  notes: CrowdNotes
}

export async function act(visitor: Visitor, { time: { action, input }, into, notes }: Act): Promise<Effect[]> {
  const key = randomUUID()
  return patiently(notes, async () => {
    let effects: Effect[] | undefined
    const ms = await timed(async () => void (effects = await visitor.act(action, input, key)))
    if (effects) into.push(ms)
    return effects
  })
}

/** Asks again while the portal says that it cannot just now. */
export async function patiently<T>(notes: Pick<CrowdNotes, 'refused'>, ask: () => Promise<T | undefined>): Promise<T> {
  for (let tried = 0; tried < mostTries; tried++) {
    const answer = await ask()
    if (answer !== undefined) return answer
    notes.refused += 1
    await wait(pauseMs * (1 + Math.random()))
  }
  throw new Error(`the portal refused ${mostTries} times`)
}

/** The hold that the confirmation dialog is about; undefined when the time was taken. */
export function holdIn(effects: readonly Effect[]): string | undefined {
  return /"action":"booking\.book","input":\{"holdId":"([^"]+)"/.exec(JSON.stringify(effects))?.[1]
}

export function isBooked(effects: readonly Effect[]): boolean {
  return effects.some((effect) => effect.type === 'navigate' && effect.to.includes('/confirmation'))
}

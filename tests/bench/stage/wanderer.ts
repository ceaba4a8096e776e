import { act, chosen, freeTimes, holdIn, isBooked, patiently, type CrowdNotes } from './crowd.ts'
import { sourceIn, type SlotPage } from './slot-pages.ts'
import type { Visitor } from './visitor.ts'

/** What everybody did, and what they were told. */
export interface WanderNotes extends CrowdNotes {
  cancelMs: number[]
  moveMs: number[]
  /** Holds that were let go again. */
  released: number
  cancelled: string[]
  /** The newest time of each appointment that was moved, an ISO instant. */
  moved: Map<string, string>
}

export interface Wander {
  page: SlotPage
  notes: WanderNotes
  /** By performance.now(). */
  untilMs: number
}

interface Own {
  id: string
  canCancel: boolean
  /** Where it can be moved. */
  moveTo?: string
}

/** One person books, cancels, moves and changes their mind at random until the time is over. */
export async function wander(visitor: Visitor, { page, notes, untilMs }: Wander): Promise<void> {
  const before = new Set((await ownAppointments(visitor, notes)).map(({ id }) => id))
  while (performance.now() < untilMs) {
    const dice = Math.random()
    const own = dice < 0.4 ? [] : (await ownAppointments(visitor, notes)).filter(({ id }) => !before.has(id))
    if (dice >= 0.7) await cancelOne(visitor, { own, notes })
    else if (dice >= 0.4) await moveOne(visitor, { own, notes })
    else await bookAnother(visitor, { page, notes, keep: dice >= 0.1 })
  }
}

async function ownAppointments(visitor: Visitor, notes: WanderNotes): Promise<Own[]> {
  const content = await patiently(notes, () =>
    visitor.region('appointments.upcoming?page=1&size=20').catch(() => undefined),
  )
  const rows = content.blocks.flatMap((block) => (block.kind === 'table' && 'rows' in block ? [block.rows] : []))
  const actions = (rows.flat() as { actions?: { id: string; do: { to?: string } }[] }[]).map((row) => row.actions ?? []) // rows of a table
  return actions.flatMap((offered) => {
    const cancel = offered.find(({ id }) => id.startsWith('cancel-'))
    const move = offered.find(({ id }) => id.startsWith('move-'))
    const id = (cancel ?? move)?.id.replace(/^\w+-/, '')
    return id === undefined ? [] : [{ id, canCancel: cancel !== undefined, moveTo: move?.do.to }]
  })
}

interface Wish {
  page: SlotPage
  notes: WanderNotes
  /** False: the hold is let go again. */
  keep: boolean
}

async function bookAnother(visitor: Visitor, { page, notes, keep }: Wish): Promise<void> {
  const held = await holdOne(visitor, { src: page.src, notes })
  if (!held) return
  const { holdId } = held
  const next = { action: keep ? 'booking.book' : 'booking.release', input: { holdId } }
  const effects = await act(visitor, { time: next, into: keep ? notes.bookMs : [], notes })
  if (!keep) notes.released += 1
  else if (isBooked(effects)) notes.told.push(holdId)
}

async function cancelOne(visitor: Visitor, { own, notes }: { own: Own[]; notes: WanderNotes }): Promise<void> {
  const one = own.find(({ canCancel }) => canCancel)
  if (!one) return
  const time = { action: 'appointments.cancel', input: { appointmentId: one.id, reason: 'conflict' } }
  await act(visitor, { time, into: notes.cancelMs, notes })
  notes.cancelled.push(one.id)
}

async function moveOne(visitor: Visitor, { own, notes }: { own: Own[]; notes: WanderNotes }): Promise<void> {
  const one = own.find(({ moveTo }) => moveTo !== undefined)
  const src = one?.moveTo && (await patiently(notes, () => sourceIn(visitor, one.moveTo ?? '').catch(() => undefined)))
  if (!one || !src) return
  const held = await holdOne(visitor, { src, notes })
  if (!held) return
  const time = { action: 'booking.book', input: { holdId: held.holdId } }
  if (isBooked(await act(visitor, { time, into: notes.moveMs, notes }))) notes.moved.set(one.id, held.startsAt)
}

interface Held {
  holdId: string
  /** ISO, UTC. */
  startsAt: string
}

/** Undefined when somebody else was faster, or nothing is free. */
async function holdOne(
  visitor: Visitor,
  { src, notes }: { src: string; notes: WanderNotes },
): Promise<Held | undefined> {
  const time = chosen(await freeTimes(visitor, { page: { src }, notes }))
  if (!time) return undefined
  const holdId = holdIn(await act(visitor, { time, into: notes.holdMs, notes }))
  if (holdId === undefined) {
    notes.taken += 1
    return undefined
  }
  const { startsAt } = time.input as { startsAt: string } // as the portal offered it
  return { holdId, startsAt: new Date(startsAt).toISOString() }
}

import { useState } from 'react'
import { share } from '../../base/share.ts'
import type { Lane } from './lane.ts'

type Day = Lane['days'][number]
type Time = Day['times'][number]

/**
 * Keeps a time that a refresh no longer has in its place, off, so that nothing moves under a finger. Other lanes or other
 * days begin anew. Without words nothing is kept.
 */
export function useKeptTimes(lanes: Lane[], goneText: string | undefined): Lane[] {
  const [last, setLast] = useState({ lanes, shown: lanes })
  if (last.lanes === lanes) return last.shown
  const shown = goneText === undefined ? lanes : keptIn(last.shown, lanes, goneText)
  setLast({ lanes, shown })
  return shown
}

/** Exported for its test. */
export function keptIn(before: Lane[], next: Lane[], goneText: string): Lane[] {
  const nextById = new Map(next.map((lane) => [lane.id, lane]))
  if (before.length !== next.length || !before.every((lane) => isSame(lane, nextById.get(lane.id)))) return next
  return before.flatMap((lane) => {
    const fresh = nextById.get(lane.id)
    return fresh ? [share(lane, keptInLane(lane, fresh, goneText))] : []
  })
}

function isSame(lane: Lane, next: Lane | undefined): boolean {
  return next !== undefined && lane.days.map(({ day }) => day).join() === next.days.map(({ day }) => day).join()
}

function keptInLane(before: Lane, next: Lane, goneText: string): Lane {
  const days = next.days.map((day, at) => keptInDay(before.days[at], day, goneText))
  if (days.every((day, at) => day === next.days[at])) return next
  const isFirstEmpty = days[0]?.times.length === 0
  return { ...next, days, empty: undefined, later: isFirstEmpty ? next.later : undefined }
}

function keptInDay(before: Day | undefined, next: Day, goneText: string): Day {
  const ids = new Set(next.times.map(({ id }) => id))
  if (!before || before.times.every(({ id }) => ids.has(id))) return next
  const times: Time[] = []
  let from = 0
  for (const time of before.times) {
    const place = next.times.findIndex(({ id }, at) => at >= from && id === time.id)
    if (place >= from) {
      times.push(...next.times.slice(from, place + 1))
      from = place + 1
    } else if (!ids.has(time.id)) times.push(gone(time, goneText))
  }
  return { ...next, times: [...times, ...next.times.slice(from)] }
}

function gone(time: Time, goneText: string): Time {
  if (time.state === 'full') return time
  const { id, text, about, part } = time
  return { id, text, about: `${about}, ${goneText}`, part, state: 'full' }
}

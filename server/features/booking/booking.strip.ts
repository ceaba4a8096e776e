import type { BlockOf } from '../../../schemas/blocks.ts'
import { dateText, dayName, longDayText, shortDayText, shortWeekdayText } from '../../protocol/time-words.ts'
import {
  bookableDays,
  narrowMoves,
  stripNarrowBelow,
  wideMoves,
  type Openings,
  type StripMoves,
  type StripStart,
} from './booking.strip.rules.ts'

export interface DayStrip {
  strip: StripStart
  today: string
  latest: string
  /** Returns the address at which the strip starts with that day. */
  moveTo: (day: string) => string
  /** Returns the address that a day of the strip leads to. */
  choose: (day: string) => string
  /** The days that cannot be chosen, because nothing is free. */
  closed?: readonly string[]
  /** The picker's target address, and the query parameter for its day. */
  pick: { to: string; parameter: string }
  /** The day of the times below, if they are of one day only. */
  chosen?: string
  openings?: Openings
  /** The id of the block with the times below, whose columns the days head. */
  times?: string
  /** What a person can do when no time is soon enough. */
  aside?: Days['aside']
}

type Days = BlockOf<'days'>

/** MM/dd, because the year stands in the date picker. */
function monthDay(day: string): string {
  return dateText(day).slice(0, 5)
}

export const noneOnDay = 'There are no free times on this day.'

/** Seven days, one under 800 px (specification 1 §4, week strip). */
export function dayStrip(view: DayStrip): Days {
  const { strip, today, latest, moveTo, choose, pick, chosen, openings, times, aside, closed = [] } = view
  const { from } = strip
  const days = bookableDays(from, latest)
  const leading = ({ previous, next }: StripMoves, nameOf: (day: string) => string) => ({
    ...(previous
      ? { previous: { type: 'navigate' as const, to: moveTo(previous) }, previousTarget: nameOf(previous) }
      : {}),
    ...(next ? { next: { type: 'navigate' as const, to: moveTo(next) }, nextTarget: nameOf(next) } : {}),
  })
  const weekFrom = (day: string) => {
    const week = bookableDays(day, latest)
    return week.length > 1 ? `${monthDay(day)} to ${monthDay(week.at(-1) ?? day)}` : monthDay(day)
  }
  return {
    kind: 'days',
    id: 'strip',
    label: 'Days',
    title:
      chosen || days.length === 1
        ? longDayText(chosen ?? from)
        : `${shortDayText(from)} to ${shortDayText(days.at(-1) ?? from)}`,
    days: days.map((day) => ({
      day,
      weekday: shortWeekdayText(day),
      text: monthDay(day),
      about: longDayText(day),
      ...(day === today ? { today: true } : {}),
      ...(day === chosen ? { chosen: true } : {}),
      ...(closed.includes(day) ? { closed: noneOnDay } : { do: { type: 'navigate' as const, to: choose(day) } }),
    })),
    ...(times ? { heads: true, skip: { label: 'Skip to the times', to: times } } : {}),
    ...(openings?.first ? { first: firstOpening(openings.first, { from, moveTo }) } : {}),
    ...(aside ? { aside } : {}),
    wide: leading(wideMoves(from, { today, latest, openings }), weekFrom),
    narrow: {
      below: stripNarrowBelow,
      title: longDayText(from),
      ...leading(narrowMoves(from, { today, latest, openings }), shortDayText),
    },
    previousLabel: 'Previous',
    nextLabel: 'Next',
    picker: {
      label: 'Pick different date',
      value: from,
      min: today,
      max: latest,
      tooEarly: 'Date should not be in past',
      do: { type: 'navigate', ...pick },
    },
  }
}

function firstOpening(first: string, { from, moveTo }: { from: string; moveTo: DayStrip['moveTo'] }): Days['first'] {
  const text = `First available: ${dayName(first)}`
  return first === from ? { text } : { text, do: { type: 'navigate', to: moveTo(first) } }
}

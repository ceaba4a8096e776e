import type { BlockOf } from '../../../schemas/blocks.ts'
import { dateText, longDayText, shortDayText, shortWeekdayText } from '../../protocol/time-words.ts'
import {
  daysFrom,
  narrowMoves,
  stripNarrowBelow,
  wideMoves,
  type StripMoves,
  type StripStart,
} from './booking.strip.rules.ts'

export interface DayStrip {
  strip: StripStart
  today: string
  latest: string
  /** The address at which the strip starts with that day. */
  moveTo: (day: string) => string
  /** The address that a day of the strip leads to. */
  choose: (day: string) => string
  /** Where the picker leads, and the parameter that takes its day. */
  pick: { to: string; parameter: string }
  /** The day that the times below are of, where they are of one day only. */
  chosen?: string
}

/** Seven days, one under 800 px (specification 1 §4, week strip). */
export function dayStrip({ strip: { from }, today, latest, moveTo, choose, pick, chosen }: DayStrip): BlockOf<'days'> {
  const days = daysFrom(from)
  const leading = ({ previous, next }: StripMoves) => ({
    ...(previous ? { previous: { type: 'navigate' as const, to: moveTo(previous) } } : {}),
    ...(next ? { next: { type: 'navigate' as const, to: moveTo(next) } } : {}),
  })
  return {
    kind: 'days',
    id: 'strip',
    label: 'Days',
    title: chosen ? longDayText(chosen) : `${shortDayText(from)} to ${shortDayText(days.at(-1) ?? from)}`,
    days: days.map((day) => ({
      day,
      weekday: shortWeekdayText(day),
      text: dateText(day).slice(0, 5),
      about: longDayText(day),
      ...(day === today ? { today: true } : {}),
      ...(day === chosen ? { chosen: true } : {}),
      ...(day <= latest ? { do: { type: 'navigate' as const, to: choose(day) } } : {}),
    })),
    wide: leading(wideMoves(from, { today, latest })),
    narrow: { below: stripNarrowBelow, title: longDayText(from), ...leading(narrowMoves(from, { today, latest })) },
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

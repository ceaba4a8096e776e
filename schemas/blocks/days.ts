import Type, { type Static } from 'typebox'
import { block } from '../block.ts'
import { Action, Navigate } from '../action.ts'
import { closed, Id, ref } from '../base.ts'

const Day = Type.String({ format: 'date', description: 'yyyy-MM-dd' })
const Target = Type.Optional(Type.String({ description: 'Names the days where the arrow leads.' }))
const arrows = {
  previous: Type.Optional(ref(Navigate)),
  next: Type.Optional(ref(Navigate)),
  previousTarget: Target,
  nextTarget: Target,
}
const Arrows = closed(arrows)

export const Days = block(
  'days',
  {
    days: Type.Array(
      closed({
        day: Day,
        weekday: Type.String(),
        text: Type.String(),
        today: Type.Optional(Type.Boolean()),
        chosen: Type.Optional(Type.Boolean({ description: 'The day that what follows is about.' })),
        about: Type.Optional(
          Type.String({ description: 'The whole day for assistive technology, where the day can be chosen.' }),
        ),
        closed: Type.Optional(Type.String({ description: 'Why the day cannot be chosen; for assistive technology.' })),
        do: Type.Optional(ref(Navigate)),
      }),
      { minItems: 1, maxItems: 14, description: 'A day with `do` is a link.' },
    ),
    title: Type.String({ description: 'Names the stretch of days.' }),
    heads: Type.Optional(Type.Boolean({ description: 'The days head the columns of a schedule that follows.' })),
    skip: Type.Optional(
      closed(
        { label: Type.String(), to: Id },
        { description: 'Shows when it has the focus, and moves it past the strip to the block of that id.' },
      ),
    ),
    first: Type.Optional(
      closed(
        { text: Type.String(), do: Type.Optional(ref(Navigate)) },
        { description: 'The first day worth choosing; without `do` it shows already.' },
      ),
    ),
    aside: Type.Optional(
      closed(
        { text: Type.String(), label: Type.String(), do: ref(Action) },
        { description: 'What else can be done when no day fits, beside the picker.' },
      ),
    ),
    wide: Type.Optional(Arrows),
    narrow: Type.Optional(
      closed({
        below: Type.Integer({ description: 'Below this width, in px, only the first day shows, with these arrows.' }),
        title: Type.String(),
        ...arrows,
      }),
    ),
    previousLabel: Type.String(),
    nextLabel: Type.String(),
    picker: closed({
      label: Type.String(),
      value: Day,
      min: Day,
      max: Type.Optional(Day),
      tooEarly: Type.String({ description: 'Says that the day is before the first one allowed.' }),
      do: ref(Navigate),
    }),
  },
  {
    $id: 'Days',
    description: 'A strip of days with arrows and a date picker.',
    examples: [
      {
        kind: 'days',
        id: 'strip',
        title: '11/23/2026 to 11/24/2026',
        previousLabel: 'Previous',
        nextLabel: 'Next',
        days: [
          { day: '2026-11-23', weekday: 'Mon', text: '11/23', today: true },
          { day: '2026-11-24', weekday: 'Tue', text: '11/24' },
        ],
        wide: { next: { type: 'navigate', to: '/rooms?from=2026-11-30' }, nextTarget: '11/30 to 12/01' },
        narrow: { below: 800, title: 'Mon 11/23/2026', next: { type: 'navigate', to: '/rooms?from=2026-11-24' } },
        picker: {
          label: 'Pick a date',
          value: '2026-11-23',
          min: '2026-11-23',
          tooEarly: 'That day is over.',
          do: { type: 'navigate', to: '/rooms', parameter: 'from' },
        },
      },
    ],
  },
)
export type Days = Static<typeof Days>

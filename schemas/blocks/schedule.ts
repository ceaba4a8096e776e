import Type, { type Static } from 'typebox'
import { block } from '../block.ts'
import { Action } from '../action.ts'
import { closed, Id, Picture, ref, Words } from '../base.ts'

const Time = closed({
  id: Id,
  text: Type.String(),
  about: Type.String({ description: 'The whole of it for assistive technology: time, day, with whom.' }),
  part: Type.String({ description: 'The id of the part of the day.' }),
  state: Type.Union([Type.Literal('free'), Type.Literal('held'), Type.Literal('full')]),
  do: Type.Optional(ref(Action)),
})
const NoTimes = { text: Words, next: Type.Optional(closed({ label: Type.String(), do: ref(Action) })) }
const Lane = closed({
  id: Id,
  title: Type.String(),
  lines: Type.Array(Words),
  picture: Type.Optional(Picture),
  zone: Type.String({ description: 'The time zone of its times, in words.' }),
  days: Type.Array(
    closed({
      day: Type.String({ format: 'date' }),
      heading: Type.String(),
      times: Type.Array(Time),
      none: Type.String({ description: 'Says that the day has no time.' }),
    }),
  ),
  empty: Type.Optional(closed(NoTimes, { description: 'Stands instead of the days when none of them has a time.' })),
  later: Type.Optional(
    closed(NoTimes, {
      description: 'Stands instead of the days where only the first shows, if it has no time and a later one has.',
    }),
  ),
})

export const Schedule = block(
  'schedule',
  {
    parts: Type.Array(closed({ id: Id, text: Type.String() }), {
      minItems: 1,
      description: 'The parts of a day, in order.',
    }),
    rows: Type.Integer({ minimum: 1, description: 'Times of a day that show before the rest is asked for.' }),
    more: Type.String(),
    less: Type.String(),
    heldText: Type.String({ description: 'Said on the time that is held.' }),
    goneText: Type.Optional(
      Type.String({
        description:
          'Said on a time that a refresh no longer has: it stays in its place, off, until other days show. Without it, such a time is removed.',
      }),
    ),
    narrowBelow: Type.Optional(
      Type.Integer({ description: 'Below this width, in px, only the first day of each lane shows.' }),
    ),
    headed: Type.Optional(
      Type.Boolean({
        description: 'The days stand above the schedule already: only assistive technology repeats them.',
      }),
    ),
    fold: Type.Optional(
      closed(
        { wide: Type.Optional(Words), narrow: Type.Optional(Words) },
        { description: 'Stands for all lanes without a time, which show on request; narrow where one day shows.' },
      ),
    ),
    lanes: Type.Array(Lane),
  },
  {
    $id: 'Schedule',
    description: 'The times of days, one lane for each whom or where they belong to.',
    examples: [
      {
        kind: 'schedule',
        id: 'times',
        rows: 6,
        more: 'Show More',
        less: 'Show Less',
        heldText: 'Held for you',
        parts: [
          { id: 'morning', text: 'Morning' },
          { id: 'afternoon', text: 'Afternoon' },
        ],
        lanes: [
          {
            id: 'hall',
            title: 'Main hall',
            lines: ['12 Main Street'],
            zone: 'Eastern Time',
            days: [
              {
                day: '2026-11-23',
                heading: 'Mon 11/23',
                none: 'No times',
                times: [
                  {
                    id: 't900',
                    text: '9:00 AM',
                    about: '9:00 AM, Monday 11/23/2026, Main hall',
                    part: 'morning',
                    state: 'free',
                    do: { type: 'call', action: 'room.hold', input: { time: 't900' } },
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
)
export type Schedule = Static<typeof Schedule>

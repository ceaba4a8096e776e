import Type, { type Static } from 'typebox'
import { closed, Id } from '../base.ts'
import { block } from '../block.ts'

const Limit = closed({ value: Type.Number(), text: Type.String({ description: 'As it stands beside the picture.' }) })

export const Trend = block(
  'trend',
  {
    caption: Type.String({
      description: 'What the picture shows, in words. Its values are the text of a table beside it.',
    }),
    points: Type.Array(
      closed({
        id: Id,
        at: Type.String({ format: 'date-time' }),
        value: Type.Number(),
        text: Type.String({ description: 'Date and value, to point at.' }),
        marked: Type.Optional(Type.Boolean({ description: 'Drawn in another shape; the caption says why.' })),
      }),
      { minItems: 2, description: 'The earliest first.' },
    ),
    dates: closed({ first: Type.String(), last: Type.String() }, { description: 'Below the two ends of the line.' }),
    range: Type.Optional(
      closed(
        { low: Type.Optional(Limit), high: Type.Optional(Limit) },
        { description: 'The expected values: an area with one limit, or between two.' },
      ),
    ),
  },
  {
    $id: 'Trend',
    description: 'A small line of values over time, below or above a table of the same values.',
    examples: [
      {
        kind: 'trend',
        id: 'temperature',
        caption: 'Shaded: 60 to 75 °F. Diamonds are outside of it.',
        points: [
          { id: 'p1', at: '2026-01-05T12:00:00.000Z', value: 58.5, text: '1/5/2026: 58.5 °F', marked: true },
          { id: 'p2', at: '2026-02-05T12:00:00.000Z', value: 64, text: '2/5/2026: 64 °F' },
          { id: 'p3', at: '2026-04-05T12:00:00.000Z', value: 71, text: '4/5/2026: 71 °F' },
        ],
        dates: { first: '1/5/2026', last: '4/5/2026' },
        range: { low: { value: 60, text: '60' }, high: { value: 75, text: '75' } },
        fallback: [],
      },
    ],
  },
)
export type Trend = Static<typeof Trend>

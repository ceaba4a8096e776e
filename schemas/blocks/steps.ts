import Type, { type Static } from 'typebox'
import { block } from '../block.ts'
import { closed, Id, Words } from '../base.ts'

export const Steps = block(
  'steps',
  {
    current: Id,
    timeline: Type.Optional(
      Type.Boolean({
        description: 'What happened when, one below the other: `current` is what it has come to, or waits for.',
      }),
    ),
    steps: Type.Array(
      closed({
        id: Id,
        title: Type.String(),
        at: Type.Optional(
          closed(
            { text: Type.String(), value: Type.String({ format: 'date-time' }) },
            { description: 'When it happened; in a timeline only.' },
          ),
        ),
        text: Type.Optional(Type.Unsafe<Words>({ ...Words, description: 'More about it; in a timeline only.' })),
      }),
      { minItems: 2 },
    ),
  },
  {
    $id: 'Steps',
    description: 'Where a person is on a way of several steps, or what has happened so far.',
    examples: [
      {
        kind: 'steps',
        id: 'way',
        timeline: true,
        current: 'time',
        steps: [
          { id: 'place', title: 'Place', at: { text: '11/20/2026 9:00 AM', value: '2026-11-20T14:00:00Z' } },
          { id: 'time', title: 'Time', text: 'Nobody has chosen one yet.' },
        ],
      },
    ],
  },
)
export type Steps = Static<typeof Steps>

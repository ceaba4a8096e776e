import Type, { type Static } from 'typebox'
import { block } from '../block.ts'
import { closed, Id } from '../base.ts'

export const Steps = block(
  'steps',
  { current: Id, steps: Type.Array(closed({ id: Id, title: Type.String() }), { minItems: 2 }) },
  {
    $id: 'Steps',
    description: 'Where a person is on a way of several steps.',
    examples: [
      {
        kind: 'steps',
        id: 'way',
        current: 'time',
        steps: [
          { id: 'place', title: 'Place' },
          { id: 'time', title: 'Time' },
        ],
      },
    ],
  },
)
export type Steps = Static<typeof Steps>

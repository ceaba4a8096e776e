import Type, { type Static } from 'typebox'
import { ref } from '../base.ts'
import { block } from '../block.ts'
import { Action } from '../action.ts'

export const Countdown = block(
  'countdown',
  {
    until: Type.String({ format: 'date-time' }),
    text: Type.String({ description: 'Stands before the time that is left.' }),
    over: Type.String({ description: 'Stands instead when it has ended.' }),
    announceAt: Type.Optional(
      Type.Array(Type.Integer({ minimum: 0 }), { description: 'Seconds left at which it is said aloud.' }),
    ),
    do: Type.Optional(ref(Action)),
  },
  {
    $id: 'Countdown',
    description: 'Counts to an instant and then triggers its action.',
    examples: [
      {
        kind: 'countdown',
        id: 'left',
        until: '2030-01-01T12:00:00Z',
        text: 'Time left',
        over: 'Time is over',
        announceAt: [60, 10],
      },
    ],
  },
)
export type Countdown = Static<typeof Countdown>

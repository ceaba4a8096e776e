import Type, { type Static } from 'typebox'
import { block } from '../block.ts'
import { Call } from '../action.ts'
import { ref } from '../base.ts'

export const Rating = block(
  'rating',
  {
    legend: Type.String({ description: 'Asks for it; names the group.' }),
    hideLegend: Type.Optional(Type.Boolean()),
    labels: Type.Array(Type.String(), {
      minItems: 1,
      maxItems: 10,
      description: 'What each number of stars means in words, from one star on; there are as many stars.',
    }),
    value: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Stars that are chosen; 0 or nothing for none yet.' }),
    ),
    none: Type.Optional(Type.String({ description: 'Stands in place of the words while none is chosen.' })),
    readOnly: Type.Optional(Type.Boolean()),
    do: Type.Optional(ref(Call)),
  },
  {
    $id: 'Rating',
    description:
      'One to so many stars. A click or tap calls at once with the number as the parameter; a choice made with the arrow keys when it is confirmed by Enter or left.',
    examples: [
      {
        kind: 'rating',
        id: 'stars',
        legend: 'How did you like the room?',
        labels: ['1 of 5', '2 of 5', '3 of 5', '4 of 5', '5 of 5'],
        none: 'Tap a star',
        do: { type: 'call', action: 'room.rate', parameter: 'stars' },
      },
    ],
  },
)
export type Rating = Static<typeof Rating>

import Type, { type Static } from 'typebox'
import { block } from '../block.ts'
import { Action } from '../action.ts'
import { closed, Id, ref, Words } from '../base.ts'

export const Facts = block(
  'facts',
  {
    facts: Type.Array(
      closed({
        id: Id,
        name: Type.String(),
        value: Words,
        change: Type.Optional(
          closed({
            label: Type.String(),
            about: Type.String({ description: 'Said after the label by assistive technology.' }),
            do: ref(Action),
          }),
        ),
      }),
    ),
  },
  {
    $id: 'Facts',
    description: 'Names and their values, each with a way to change it where there is one.',
    examples: [
      {
        kind: 'facts',
        id: 'choices',
        facts: [
          {
            id: 'place',
            name: 'Place',
            value: 'Main hall',
            change: { label: 'Change', about: 'the place', do: { type: 'navigate', to: '/rooms' } },
          },
        ],
      },
    ],
  },
)
export type Facts = Static<typeof Facts>

import Type, { type Static } from 'typebox'
import { block } from '../block.ts'
import { Action } from '../action.ts'
import { closed, Id, ref, Words } from '../base.ts'

const Change = closed({
  label: Type.String(),
  about: Type.String({ description: 'Said after the label by assistive technology.' }),
  do: ref(Action),
})

export const Facts = block(
  'facts',
  {
    across: Type.Optional(
      Type.Boolean({
        description: 'The values stand side by side, as short pieces; only assistive technology names them.',
      }),
    ),
    change: Type.Optional(Change),
    columns: Type.Optional(
      Type.Boolean({
        description: 'The facts stand side by side, each under its name. Without it one below the other.',
      }),
    ),
    facts: Type.Array(
      closed({
        id: Id,
        name: Type.String(),
        value: Words,
        change: Type.Optional(Change),
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

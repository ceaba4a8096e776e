import Type, { type Static } from 'typebox'
import { block } from '../block.ts'
import { Navigate } from '../action.ts'
import { ref } from '../base.ts'

export const Search = block(
  'search',
  {
    title: Type.String({ description: 'The label of the field.' }),
    value: Type.String({ description: 'What is searched for now.' }),
    result: Type.Optional(Type.String({ description: 'How much matches, or that nothing does; said aloud.' })),
    maxLength: Type.Optional(Type.Integer({ minimum: 1 })),
    delayMs: Type.Optional(
      Type.Integer({ minimum: 0, description: 'How long to wait for further typing, in milliseconds. Default 250.' }),
    ),
    do: ref(Navigate),
  },
  {
    $id: 'Search',
    description: 'A field that searches while a person types; its words stand in the address.',
    examples: [
      {
        kind: 'search',
        id: 'find',
        title: 'Find a room',
        value: 'hall',
        result: '2 rooms',
        do: { type: 'navigate', to: '/rooms', parameter: 'q' },
      },
    ],
  },
)
export type Search = Static<typeof Search>

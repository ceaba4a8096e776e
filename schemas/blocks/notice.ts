import Type, { type Static } from 'typebox'
import { block } from '../block.ts'
import { Action } from '../action.ts'
import { closed, Id, ref, Tone, Words } from '../base.ts'

export const Notice = block(
  'notice',
  {
    tone: Tone,
    title: Type.Optional(Type.String()),
    text: Words,
    actions: Type.Optional(Type.Array(closed({ id: Id, label: Type.String(), do: ref(Action) }))),
    announce: Type.Optional(Type.Boolean({ description: 'Said aloud when it appears.' })),
  },
  {
    $id: 'Notice',
    description: 'Something a person should know, in words and tone.',
    examples: [
      { kind: 'notice', id: 'closed', tone: 'warning', title: 'Closed today', text: 'Please come back tomorrow.' },
    ],
  },
)
export type Notice = Static<typeof Notice>

import Type, { type Static } from 'typebox'
import { BlockList } from './block.ts'
import { Action } from './action.ts'
import { closed, Id, ref } from './base.ts'

export const Dialog = closed(
  {
    id: Id,
    title: Type.String(),
    closeLabel: Type.Optional(
      Type.String({ description: 'Of the cross; without it a person must choose one of the actions.' }),
    ),
    onClose: Type.Optional(ref(Action)),
    width: Type.Optional(
      Type.Union([Type.Literal('narrow'), Type.Literal('wide')], { description: 'Default narrow.' }),
    ),
    blocks: BlockList,
    actions: BlockList,
  },
  {
    $id: 'Dialog',
    description: 'A decision in front of the screen.',
    examples: [
      {
        id: 'terms',
        title: 'Terms',
        closeLabel: 'Close',
        blocks: [{ kind: 'text', id: 'terms-text', text: 'Be kind.' }],
        actions: [{ kind: 'action', id: 'agree', text: 'Agree', style: 'primary', do: { type: 'close' } }],
      },
    ],
  },
)
export type Dialog = Static<typeof Dialog>

import Type, { type Static } from 'typebox'
import { block, BlockList } from '../block.ts'
import { closed, Count, Id, Route } from '../base.ts'

const Entry = closed({
  id: Id,
  label: Type.String(),
  count: Type.Optional(Count),
  to: Route,
})

export const Split = block(
  'split',
  {
    title: Type.String({ description: 'What the list is; for assistive technology.' }),
    entries: Type.Array(Entry, { description: 'The list. Empty if `side` is the list.' }),
    side: Type.Optional(
      Type.Unsafe<Static<typeof BlockList>>({
        ...BlockList,
        description: 'Blocks as the list: on a narrower screen they show alone until something is chosen.',
      }),
    ),
    chosen: Type.Optional(Type.String({ description: 'The id of the entry whose blocks show.' })),
    blocks: BlockList,
  },
  {
    $id: 'Split',
    description: 'A list and what is chosen in it, side by side from 960 px on; the choice stands in the address.',
    examples: [
      {
        kind: 'split',
        id: 'floors',
        title: 'Floors',
        chosen: 'first',
        entries: [
          { id: 'first', label: 'First floor', count: { value: 2, words: '2 rooms' }, to: '/rooms?floor=first' },
          { id: 'second', label: 'Second floor', to: '/rooms?floor=second' },
          { id: 'garden', label: 'Garden house', to: '/rooms?floor=garden' },
        ],
        blocks: [{ kind: 'text', id: 'hall', text: 'Main hall and kitchen' }],
      },
    ],
  },
)
export type Split = Static<typeof Split>

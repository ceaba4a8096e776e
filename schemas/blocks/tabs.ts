import Type, { type Static } from 'typebox'
import { block, BlockList } from '../block.ts'
import { closed, Id } from '../base.ts'

export const Tabs = block(
  'tabs',
  {
    active: Id,
    parameter: Type.Optional(
      Type.String({ description: 'The query parameter that keeps the open tab in the address.' }),
    ),
    tabs: Type.Array(
      closed({ id: Id, label: Type.String(), count: Type.Optional(Type.Integer({ minimum: 0 })), blocks: BlockList }),
      { minItems: 1 },
    ),
  },
  {
    $id: 'Tabs',
    description: 'Several lists of blocks of which one shows.',
    examples: [
      {
        kind: 'tabs',
        id: 'lists',
        active: 'open',
        parameter: 'tab',
        tabs: [
          { id: 'open', label: 'Open', blocks: [{ kind: 'text', id: 'open-text', text: 'Three open' }] },
          { id: 'done', label: 'Done', blocks: [{ kind: 'text', id: 'done-text', text: 'None done' }] },
        ],
      },
    ],
  },
)
export type Tabs = Static<typeof Tabs>

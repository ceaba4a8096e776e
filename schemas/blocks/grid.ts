import Type, { type Static } from 'typebox'
import { block, BlockList } from '../block.ts'

export const Grid = block(
  'grid',
  {
    columns: Type.Integer({ minimum: 1, maximum: 4, description: 'On a wide screen; fewer where there is no room.' }),
    blocks: BlockList,
  },
  {
    $id: 'Grid',
    description: 'Blocks in columns of equal width.',
    examples: [
      {
        kind: 'grid',
        id: 'two',
        columns: 2,
        blocks: [
          { kind: 'text', id: 'left', text: 'Left' },
          { kind: 'text', id: 'right', text: 'Right' },
        ],
      },
    ],
  },
)
export type Grid = Static<typeof Grid>

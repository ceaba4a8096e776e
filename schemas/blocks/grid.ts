import Type, { type Static } from 'typebox'
import { block, BlockList } from '../block.ts'
import { closed } from '../base.ts'

export const Grid = block(
  'grid',
  {
    columns: Type.Integer({ minimum: 1, maximum: 4, description: 'On a wide screen; fewer where there is no room.' }),
    columnsFrom: Type.Optional(
      Type.Literal(960, { description: 'Below this viewport width there is one column. Default: two from 600 px on.' }),
    ),
    aside: Type.Optional(
      Type.Boolean({
        description:
          'The second block stands beside the first one, at half its width, from 960 px on, and below it on a narrower screen. The first one takes the whole width while the second one is empty.',
      }),
    ),
    fold: Type.Optional(
      closed(
        {
          after: Type.Integer({ minimum: 1, description: 'How many blocks show at first.' }),
          more: Type.String({ description: 'On the button that shows the others.' }),
          less: Type.String({ description: 'On the same button while they show.' }),
        },
        { description: 'Folds a long list; without effect on a shorter one.' },
      ),
    ),
    blocks: BlockList,
  },
  {
    $id: 'Grid',
    description: 'Blocks in columns of equal width, or one with another aside.',
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

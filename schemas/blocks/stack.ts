import Type, { type Static } from 'typebox'
import { block, BlockList } from '../block.ts'

export const Stack = block(
  'stack',
  {
    direction: Type.Optional(
      Type.Union([Type.Literal('down'), Type.Literal('across')], {
        description: 'across wraps when there is no room. Default down.',
      }),
    ),
    oneLine: Type.Optional(
      Type.Boolean({ description: 'across does not wrap: the last block takes what the others leave.' }),
    ),
    gap: Type.Optional(Type.Union([Type.Literal('small'), Type.Literal('medium'), Type.Literal('large')])),
    pinned: Type.Optional(
      Type.Boolean({ description: 'Stays in sight at the bottom of the window until its place is reached.' }),
    ),
    blocks: BlockList,
  },
  {
    $id: 'Stack',
    description: 'Blocks one after the other.',
    examples: [
      {
        kind: 'stack',
        id: 'pair',
        direction: 'across',
        blocks: [
          { kind: 'text', id: 'one', text: 'One' },
          { kind: 'text', id: 'two', text: 'Two' },
        ],
      },
    ],
  },
)
export type Stack = Static<typeof Stack>

import Type, { type Static } from 'typebox'
import { block, BlockList } from '../block.ts'
import { Words } from '../base.ts'
import { RowAction } from '../row-action.ts'

export const Section = block(
  'section',
  {
    title: Type.Optional(Type.String()),
    level: Type.Optional(Type.Union([Type.Literal(2), Type.Literal(3)], { description: 'Of its heading. Default 2.' })),
    value: Type.Optional(Type.String({ description: 'What it comes to; at the end of the line of its title.' })),
    help: Type.Optional(Words),
    card: Type.Optional(Type.Boolean({ description: 'On a surface of its own. A card holds no card.' })),
    collapsible: Type.Optional(
      Type.Union([Type.Literal('open'), Type.Literal('closed'), Type.Literal('closedWhenNarrow')], {
        description:
          'Its heading opens and closes it; this is how it begins. It prints open, and links within the page open it by its id. Needs a title. Older clients show it open.',
      }),
    ),
    blocks: BlockList,
    actions: Type.Optional(Type.Array(RowAction, { description: 'On what the section is about; below its blocks.' })),
  },
  {
    $id: 'Section',
    description: 'Blocks under a heading of their own.',
    examples: [
      {
        kind: 'section',
        id: 'hours',
        title: 'Opening hours',
        card: true,
        blocks: [{ kind: 'text', id: 'weekdays', text: 'Weekdays 9 to 5' }],
      },
    ],
  },
)
export type Section = Static<typeof Section>

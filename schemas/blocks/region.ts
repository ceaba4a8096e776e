import Type, { type Static } from 'typebox'
import { block } from '../block.ts'

export const Region = block(
  'region',
  {
    src: Type.String({
      pattern: '^[a-z][a-zA-Z]*\\.[a-z][a-zA-Z]*(\\?[^\\s]*)?$',
      description: 'What follows /ui/regions/, with its query.',
    }),
    delayMs: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'How long to wait for further changes of `src` before it is fetched again, in milliseconds.',
      }),
    ),
    shape: Type.Optional(
      Type.Union([Type.Literal('lines'), Type.Literal('table'), Type.Literal('times'), Type.Literal('cards')], {
        description: 'Of the skeleton while it loads.',
      }),
    ),
  },
  {
    $id: 'Region',
    description: 'A part of a screen with an address of its own.',
    examples: [{ kind: 'region', id: 'rooms', src: 'rooms.list?page=1', shape: 'table' }],
  },
)
export type Region = Static<typeof Region>

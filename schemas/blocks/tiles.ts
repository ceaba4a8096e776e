import Type, { type Static } from 'typebox'
import { block } from '../block.ts'
import { Action } from '../action.ts'
import { closed, Icon, Id, ref } from '../base.ts'

const Tile = closed({
  id: Id,
  title: Type.String(),
  text: Type.Optional(Type.String()),
  icon: Type.Optional(Icon),
  count: Type.Optional(
    closed({
      value: Type.Integer({ minimum: 0 }),
      words: Type.String({ description: 'What is counted, e.g. "3 unread".' }),
    }),
  ),
  do: Type.Optional(ref(Action)),
})

export const Tiles = block(
  'tiles',
  {
    size: Type.Optional(
      Type.Union([Type.Literal('large'), Type.Literal('compact')], { description: 'Default large.' }),
    ),
    tiles: Type.Array(Tile, { minItems: 1 }),
  },
  {
    $id: 'Tiles',
    description: 'Cards, each a whole link where it leads somewhere.',
    examples: [
      {
        kind: 'tiles',
        id: 'home',
        tiles: [
          {
            id: 'rooms',
            title: 'Rooms',
            text: 'See every room.',
            icon: 'building',
            do: { type: 'navigate', to: '/rooms' },
          },
        ],
      },
    ],
  },
)
export type Tiles = Static<typeof Tiles>

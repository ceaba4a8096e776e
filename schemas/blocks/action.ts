import Type, { type Static } from 'typebox'
import { block } from '../block.ts'
import { Action } from '../action.ts'
import { closed, Icon, ref } from '../base.ts'

export const ActionBlock = block(
  'action',
  {
    text: Type.String(),
    style: Type.Optional(
      Type.Union([Type.Literal('primary'), Type.Literal('secondary'), Type.Literal('link'), Type.Literal('danger')], {
        description: 'One primary a screen. Default secondary.',
      }),
    ),
    icon: Type.Optional(Icon),
    wide: Type.Optional(Type.Boolean({ description: 'As wide as its place.' })),
    wideUpTo: Type.Optional(Type.Literal(480, { description: 'As wide as its place up to this viewport width.' })),
    disabled: Type.Optional(closed({ reason: Type.String({ description: 'Why, for a person to read.' }) })),
    do: ref(Action),
  },
  {
    $id: 'ActionBlock',
    description: 'A button, or a link where it leads to a screen.',
    examples: [
      { kind: 'action', id: 'go', text: 'See the rooms', style: 'primary', do: { type: 'navigate', to: '/rooms' } },
    ],
  },
)
export type ActionBlock = Static<typeof ActionBlock>

import Type, { type Static } from 'typebox'
import { block } from '../block.ts'
import { Action } from '../action.ts'
import { RowAction } from '../row-action.ts'
import { closed, Icon, Id, Picture, ref, Tone } from '../base.ts'

const Option = closed({
  id: Id,
  title: Type.String(),
  text: Type.Optional(Type.String()),
  lines: Type.Optional(Type.Array(Type.String(), { description: 'More lines, in the small size.' })),
  picture: Type.Optional(Picture),
  icon: Type.Optional(Icon),
  mark: Type.Optional(closed({ text: Type.String(), tone: Tone })),
  disabled: Type.Optional(closed({ reason: Type.String() })),
  chosen: Type.Optional(
    Type.Boolean({
      description: 'The current answer. Options that say so are radio buttons, which act when they are chosen.',
    }),
  ),
  actions: Type.Optional(Type.Array(RowAction, { description: 'On what the option stands for, beside it.' })),
  do: ref(Action),
})

export const Choice = block(
  'choice',
  {
    columns: Type.Optional(Type.Integer({ minimum: 1, maximum: 3, description: 'On a wide screen. Default 1.' })),
    find: Type.Optional(
      closed(
        { label: Type.String(), none: Type.String({ description: 'Says that nothing matches.' }) },
        { description: 'A field that narrows a long list by its words.' },
      ),
    ),
    groups: Type.Array(
      closed({ id: Id, title: Type.Optional(Type.String()), options: Type.Array(Option, { minItems: 1 }) }),
      { minItems: 1 },
    ),
  },
  {
    $id: 'Choice',
    description: 'The answers to one question, each a card that acts at once.',
    examples: [
      {
        kind: 'choice',
        id: 'place',
        label: 'Choose a place',
        groups: [
          {
            id: 'north',
            title: 'North',
            options: [
              {
                id: 'hall',
                title: 'Main hall',
                text: '12 Main Street',
                icon: 'building',
                do: { type: 'navigate', to: '/rooms?place=hall' },
              },
            ],
          },
        ],
      },
    ],
  },
)
export type Choice = Static<typeof Choice>

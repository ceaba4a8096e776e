import Type, { type Static } from 'typebox'
import { Action } from './action.ts'
import { closed, Icon, Id, ref } from './base.ts'

/** An action beside others on the same thing: a row, or a section. */
export const RowAction = closed({
  id: Id,
  label: Type.String(),
  about: Type.String({ description: 'Said after the label by assistive technology.' }),
  style: Type.Optional(
    Type.Union([Type.Literal('primary'), Type.Literal('secondary'), Type.Literal('link'), Type.Literal('danger')], {
      description: 'One primary among them. Default link.',
    }),
  ),
  icon: Type.Optional(Icon),
  inMenu: Type.Optional(Type.Boolean({ description: 'Stands behind one button, with the others that do.' })),
  disabled: Type.Optional(closed({ reason: Type.String({ description: 'Why, for a person to read.' }) })),
  do: ref(Action),
})
export type RowAction = Static<typeof RowAction>

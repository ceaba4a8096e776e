import Type, { type Static } from 'typebox'
import { Action } from './action.ts'
import { closed, ref, Words } from './base.ts'

const pictureNames = [
  'calendar',
  'card',
  'check',
  'clock',
  'file',
  'inbox',
  'list',
  'people',
  'search',
  'sent',
] as const
export type EmptyPicture = (typeof pictureNames)[number]
const EmptyPicture = Type.Unsafe<EmptyPicture>({
  type: 'string',
  enum: pictureNames,
  description: 'A neutral name; the client picks the drawing, and draws none for a name that it does not know.',
})

export const Empty = closed(
  {
    picture: Type.Optional(EmptyPicture),
    text: Words,
    next: Type.Optional(closed({ label: Type.String(), do: ref(Action) })),
  },
  { description: 'What stands instead of rows: a small picture, a sentence, and the next thing to do.' },
)
export type Empty = Static<typeof Empty>

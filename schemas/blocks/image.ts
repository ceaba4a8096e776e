import Type, { type Static } from 'typebox'
import { block } from '../block.ts'
import { Picture } from '../base.ts'

export const Image = block(
  'image',
  {
    picture: Picture,
    shape: Type.Optional(
      Type.Union([Type.Literal('round'), Type.Literal('square'), Type.Literal('wide'), Type.Literal('fill')], {
        description: 'fill takes the whole of its place, and none when the picture does not load.',
      }),
    ),
    small: Type.Optional(Type.Boolean({ description: 'A mark beside words.' })),
  },
  {
    $id: 'Image',
    description: 'A picture.',
    examples: [{ kind: 'image', id: 'portrait', shape: 'round', picture: { initials: 'AB', alt: 'Ann Bell' } }],
  },
)
export type Image = Static<typeof Image>

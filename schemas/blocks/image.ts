import Type, { type Static } from 'typebox'
import { block } from '../block.ts'
import { closed, Picture } from '../base.ts'

export const Image = block(
  'image',
  {
    picture: Picture,
    shape: Type.Optional(
      Type.Union([Type.Literal('round'), Type.Literal('square'), Type.Literal('wide'), Type.Literal('fill')], {
        description: 'fill takes the whole of its place, and none when the picture does not load.',
      }),
    ),
    size: Type.Optional(
      closed(
        { width: Type.Integer({ minimum: 1 }), height: Type.Integer({ minimum: 1 }) },
        { description: 'In px. Shows the whole picture at this size or smaller, on a white ground.' },
      ),
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

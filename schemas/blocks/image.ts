import Type, { type Static } from 'typebox'
import { block } from '../block.ts'
import { Picture } from '../base.ts'

export const Image = block(
  'image',
  {
    picture: Picture,
    shape: Type.Optional(Type.Union([Type.Literal('round'), Type.Literal('square'), Type.Literal('wide')])),
  },
  {
    $id: 'Image',
    description: 'A picture.',
    examples: [{ kind: 'image', id: 'portrait', shape: 'round', picture: { initials: 'AB', alt: 'Ann Bell' } }],
  },
)
export type Image = Static<typeof Image>

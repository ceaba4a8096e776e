import Type, { type Static } from 'typebox'
import { block } from '../block.ts'
import { Tone, Words } from '../base.ts'

export const Figure = block(
  'figure',
  {
    name: Type.String({ description: 'What the value is; stands above it.' }),
    value: Type.String({ description: 'A sum, a count or a time, in large figures.' }),
    help: Type.Optional(Words),
    tone: Type.Optional(Tone),
  },
  {
    $id: 'Figure',
    description: 'The one value that a screen is about; a heading of the second level.',
    examples: [
      {
        kind: 'figure',
        id: 'seats',
        name: 'Free seats',
        value: '1,204',
        help: 'of 3,000',
        fallback: [{ kind: 'text', id: 'seats-text', role: 'heading', text: 'Free seats 1,204' }],
      },
    ],
  },
)
export type Figure = Static<typeof Figure>

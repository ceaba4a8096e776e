import Type, { type Static } from 'typebox'
import { block } from '../block.ts'
import { Words } from '../base.ts'

export const Qr = block(
  'qr',
  {
    text: Type.String({ minLength: 1, maxLength: 2000, description: 'What the code holds.' }),
    alt: Type.String({ minLength: 1, description: 'What it is for, for those who cannot see it.' }),
    size: Type.Optional(
      Type.Integer({
        minimum: 96,
        maximum: 480,
        description: 'Of its side in px; smaller where there is no room. Default 200.',
      }),
    ),
    caption: Type.Optional(Words),
  },
  {
    $id: 'Qr',
    description: 'A code to be read by the camera of another device.',
    examples: [
      {
        kind: 'qr',
        id: 'address',
        text: 'https://example.org/rooms',
        alt: 'A code that holds https://example.org/rooms',
        caption: 'Scan this with your phone.',
      },
    ],
  },
)
export type Qr = Static<typeof Qr>

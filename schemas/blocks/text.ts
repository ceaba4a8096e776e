import Type, { type Static } from 'typebox'
import { block } from '../block.ts'
import { Tone, Words } from '../base.ts'

export const Text = block(
  'text',
  {
    text: Words,
    role: Type.Optional(
      Type.Union(
        [
          Type.Literal('title'),
          Type.Literal('heading'),
          Type.Literal('subheading'),
          Type.Literal('lead'),
          Type.Literal('body'),
          Type.Literal('small'),
          Type.Literal('code'),
        ],
        {
          description:
            'title is the one h1 of a screen, heading an h2, subheading an h3; code is to be copied letter by letter.',
        },
      ),
    ),
    tone: Type.Optional(Tone),
    stamp: Type.Optional(
      Type.Boolean({ description: 'A small tile, with the pieces of the text below each other: a day.' }),
    ),
  },
  {
    $id: 'Text',
    description: 'Words in one of the roles of the type scale.',
    examples: [{ kind: 'text', id: 'greeting', role: 'heading', text: 'Good morning' }],
  },
)
export type Text = Static<typeof Text>

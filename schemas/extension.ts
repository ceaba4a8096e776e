import Type, { type Static } from 'typebox'
import { BlockList } from './block.ts'
import { Id } from './base.ts'

/**
 * A kind that only some clients know. The only open object of the contract: its vendor defines the other properties.
 */
export const Extension = Type.Object(
  {
    kind: Type.TemplateLiteral('x-${string}:${string}'),
    id: Id,
    from: Type.Optional(Type.Integer({ minimum: 0 })),
    upTo: Type.Optional(Type.Integer({ minimum: 0 })),
    requires: Type.String({ description: 'What a client must have to draw it.' }),
    fallback: BlockList,
  },
  {
    $id: 'Extension',
    description: 'A block of a vendor, drawn as its fallback by every client that does not know it.',
    examples: [
      {
        kind: 'x-acme:map',
        id: 'map',
        requires: 'acme-map 1',
        fallback: [{ kind: 'text', id: 'where', text: '12 Main Street' }],
      },
    ],
  },
)
export type Extension = Static<typeof Extension>

import Type, { type TProperties, type TUnsafe } from 'typebox'
import { closed, Id } from './base.ts'

/**
 * The union of all kinds. `blocks.ts` declares its members, so that a kind can contain blocks without importing every
 * kind. Exported although unused: TypeScript merges a declaration from another file only with an exported one.
 *
 * @public
 */
export interface Blocks {}
type Block = Blocks[keyof Blocks]

/** An interface, because a type alias cannot refer to itself. */
export interface BlockList extends Array<Block> {}

export const BlockList: TUnsafe<BlockList> = Type.Unsafe<BlockList>({ type: 'array', items: { $ref: 'Block' } })

/** The properties of every kind of block. */
const common = {
  id: Id,
  label: Type.Optional(
    Type.String({ description: 'The name for assistive technology where the words do not give one.' }),
  ),
  from: Type.Optional(Type.Integer({ minimum: 0, description: 'Shows from this viewport width on, in px.' })),
  upTo: Type.Optional(Type.Integer({ minimum: 0, description: 'Shows up to this viewport width, in px.' })),
  fallback: Type.Optional(
    Type.Unsafe<BlockList>({
      type: 'array',
      items: { $ref: 'Block' },
      description: 'Drawn instead by a client that is older than the kind.',
    }),
  ),
}

export interface BlockAbout {
  $id: string
  description: string
  examples: unknown[]
}

/** The schema of one kind: `kind` first, closed, with a description and an example that the tests render. */
export function block<K extends string, P extends TProperties>(kind: K, properties: P, about: BlockAbout) {
  return closed({ kind: Type.Literal(kind), ...common, ...properties }, { ...about })
}

import type { Block, BlockKind, BlockOf } from '../../schemas/blocks.ts'

/** Returns the blocks of a kind, however deep they are, in the order in which they are shown. */
export function blocksOf<K extends BlockKind>(blocks: unknown, kind: K): BlockOf<K>[] {
  if (typeof blocks !== 'object' || blocks === null) return []
  const own = !Array.isArray(blocks) && (blocks as Block).kind === kind ? [blocks as BlockOf<K>] : []
  return [...own, ...Object.values(blocks).flatMap((inner) => blocksOf(inner, kind))]
}

import type { BlockKind, BlockOf } from '../../schemas/blocks.ts'

/** The props of every block component: only its block. */
export interface BlockProps<K extends BlockKind> {
  block: BlockOf<K>
}

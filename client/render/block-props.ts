import type { BlockKind, BlockOf } from '../../schemas/blocks.ts'

/** What every block component gets: its block, and nothing else. */
export interface BlockProps<K extends BlockKind> {
  block: BlockOf<K>
}

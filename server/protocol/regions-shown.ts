import type { BlockList } from '../../schemas/block.ts'

/** The `src` of each region that a screen shows as it opens: those of tabs that are not open are asked for when they are. */
export function regionsShownIn(blocks: BlockList): string[] {
  return blocks.flatMap((block): string[] => {
    if (block.kind === 'region') return [block.src]
    if (block.kind === 'tabs')
      return block.tabs.flatMap((tab) => (tab.id === block.active ? regionsShownIn(tab.blocks) : []))
    return 'blocks' in block ? regionsShownIn(block.blocks) : []
  })
}

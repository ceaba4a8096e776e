import type { BlockList } from '../../schemas/block.ts'

/**
 * Returns the `src` of each region that is visible when a screen opens; those of closed tabs are requested when the tab
 * opens.
 */
export function regionsShownIn(blocks: BlockList): string[] {
  return blocks.flatMap((block): string[] => {
    if (block.kind === 'region') return [block.src]
    if (block.kind === 'tabs')
      return block.tabs.flatMap((tab) => (tab.id === block.active ? regionsShownIn(tab.blocks) : []))
    return 'blocks' in block ? regionsShownIn(block.blocks) : []
  })
}

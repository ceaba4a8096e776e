import type { BlockList } from '../../schemas/block.ts'
import { blocksOf } from './nested-blocks.ts'

/** The other ways to write that a page of Messages offers: label, heading, address. */
export const waysToWrite = (blocks: BlockList) =>
  blocksOf(blocks, 'choice').flatMap(({ groups }) =>
    groups.flatMap(({ title, options }) =>
      options.map((option) => [option.title, title, option.do.type === 'navigate' ? option.do.to : undefined]),
    ),
  )

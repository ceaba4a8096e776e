import { memo, Suspense, type ComponentType } from 'react'
import type { BlockList } from '../../schemas/block.ts'
import type { Block, KnownBlock } from '../../schemas/blocks.ts'
import { BlockBoundary } from './block-boundary.tsx'
import { mediaClass } from './media-class.ts'
import { isKnown, registry } from './registry.ts'
import { UnknownBlock } from './unknown-block.tsx'

/** Draws blocks one after the other. The key keeps what a block remembers when the screen is fetched again. */
export function Blocks({ blocks }: { blocks: BlockList }) {
  return blocks.map((block) => <Place key={`${block.kind} ${block.id}`} block={block} />)
}

const Place = memo(function Place({ block }: { block: Block }) {
  return (
    <div className={`place ${mediaClass(block.from, block.upTo)}`.trim()} data-block={block.id} data-kind={block.kind}>
      <BlockBoundary block={block}>
        <Suspense fallback={<div className="block-coming" />}>
          <BlockView block={block} />
        </Suspense>
      </BlockBoundary>
    </div>
  )
})

function BlockView({ block }: { block: Block }) {
  if (!isDrawable(block)) return <UnknownBlock block={block} />
  // The registry has the component of this very kind; the compiler cannot follow one union through the other.
  const View = registry[block.kind] as ComponentType<{ block: KnownBlock }>
  return <View block={block} />
}

function isDrawable(block: Block): block is KnownBlock {
  return isKnown(block.kind)
}

import { memo, Suspense, useContext, useEffect, type ComponentType } from 'react'
import type { BlockList } from '../../schemas/block.ts'
import type { Block, KnownBlock } from '../../schemas/blocks.ts'
import { BlockBoundary } from './block-boundary.tsx'
import { mediaClass } from '../base/media-class.ts'
import { PortalContext } from '../model/portal-context.ts'
import { useWords } from '../model/use-words.ts'
import { RegistryContext, type Registry } from './registry-context.ts'

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
  const registry = useContext(RegistryContext)
  if (!isDrawable(registry, block)) return <UnknownBlock block={block} />
  // The registry has the component of this very kind; the compiler cannot follow one union through the other.
  const View = registry[block.kind] as ComponentType<{ block: KnownBlock }>
  return <View block={block} />
}

function isDrawable(registry: Partial<Registry>, block: Block): block is KnownBlock {
  return Object.hasOwn(registry, block.kind)
}

/** A kind that this client does not know: what the server says instead, or a neutral sentence. Never nothing. */
function UnknownBlock({ block }: { block: Block }) {
  const portal = useContext(PortalContext)
  const word = useWords()
  useEffect(() => portal?.report('unknown-block', block.kind), [portal, block.kind])
  if ('fallback' in block && Array.isArray(block.fallback)) return <Blocks blocks={block.fallback} />
  return <p className="quiet">{word('unknownBlock')}</p>
}

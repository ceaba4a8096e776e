import { memo, useContext, useEffect, type ComponentType } from 'react'
import type { BlockList } from '../../schemas/block.ts'
import type { Block, KnownBlock } from '../../schemas/blocks.ts'
import { Boundary } from './boundary.tsx'
import { mediaClass } from '../base/media-class.ts'
import { PortalContext } from '../model/portal-context.ts'
import { useWords } from '../model/use-words.ts'
import { RegistryContext, type Registry } from './registry-context.ts'

/** Renders a list of blocks. The id as key keeps the state of a block when the screen is refreshed. */
export function Blocks({ blocks }: { blocks: BlockList }) {
  return blocks.map((block) => <Place key={`${block.kind} ${block.id}`} block={block} />)
}

const Place = memo(function Place({ block }: { block: Block }) {
  return (
    <div className={`place ${mediaClass(block.from, block.upTo)}`.trim()} data-block={block.id} data-kind={block.kind}>
      <Boundary of={block} name={block.kind}>
        <BlockView block={block} />
      </Boundary>
    </div>
  )
})

function BlockView({ block }: { block: Block }) {
  const registry = useContext(RegistryContext)
  if (!isDrawable(registry, block)) return <UnknownBlock block={block} />
  // The registry maps each kind to its own component; the compiler cannot correlate the two unions.
  const View = registry[block.kind] as ComponentType<{ block: KnownBlock }>
  return <View block={block} />
}

function isDrawable(registry: Partial<Registry>, block: Block): block is KnownBlock {
  return Object.hasOwn(registry, block.kind)
}

/** An unknown kind: shows the server's fallback, or a neutral sentence. Never empty. */
function UnknownBlock({ block }: { block: Block }) {
  const portal = useContext(PortalContext)
  const word = useWords()
  useEffect(() => portal?.report('unknown-block', block.kind), [portal, block.kind])
  if ('fallback' in block && Array.isArray(block.fallback)) return <Blocks blocks={block.fallback} />
  return <p className="quiet">{word('unknownBlock')}</p>
}

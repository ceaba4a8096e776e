import { useContext, useEffect } from 'react'
import type { Block } from '../../schemas/blocks.ts'
import { PortalContext } from '../app/portal-context.ts'
import { useWords } from '../app/words.ts'
import { Blocks } from './blocks.tsx'

/** A kind that this client does not know: what the server says instead, or a neutral sentence. Never nothing. */
export function UnknownBlock({ block }: { block: Block }) {
  const portal = useContext(PortalContext)
  const word = useWords()
  useEffect(() => portal?.report('unknown-block', block.kind), [portal, block.kind])
  if ('fallback' in block && Array.isArray(block.fallback)) return <Blocks blocks={block.fallback} />
  return <p className="quiet">{word('unknownBlock')}</p>
}

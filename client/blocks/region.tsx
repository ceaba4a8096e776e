import { useContext, useEffect, useRef, useState, type HTMLAttributes, type RefObject } from 'react'
import { focusOn } from '../base/focus.ts'
import { createStore, useStore } from '../base/store.ts'
import { PortalContext } from '../model/portal-context.ts'
import { Refused } from '../model/failures.ts'
import type { RegionState } from '../model/regions.ts'
import { useWords } from '../model/use-words.ts'
import { Skeleton } from '../parts/skeleton.tsx'
import type { BlockProps } from '../render/block-props.ts'
import { Blocks } from '../render/blocks.tsx'

const unconnected = createStore<RegionState>({ waiting: true })

/** A part of the screen that is fetched separately. Its old content stays until the new content has arrived. */
export function RegionBlock({ block }: BlockProps<'region'>) {
  const regions = useContext(PortalContext)?.regions
  useState(() => regions?.adopt(block.id, block.src))
  const { content, failure, waiting } = useStore(regions?.store(block.id) ?? unconnected)
  const { id, src, delayMs } = block
  const keepFocus = useKeptFocus(content)
  useEffect(() => regions?.want(id, src, delayMs), [regions, id, src, delayMs])
  useEffect(() => () => regions?.drop(id), [regions, id])
  if (failure !== undefined) return <RegionFailure failure={failure} again={() => regions?.want(id, src)} />
  if (!content)
    return (
      <div className="late">
        <Skeleton shape={block.shape ?? 'lines'} headline={false} />
      </div>
    )
  return (
    <div className="region" role={block.label && 'group'} aria-label={block.label} aria-busy={waiting} {...keepFocus}>
      <Blocks blocks={content.blocks} />
    </div>
  )
}

/** Where new content lacks the control that had the focus, its first block gets it, so that nobody starts from the top. */
function useKeptFocus(content: RegionState['content']): Pick<HTMLAttributes<HTMLElement>, 'onFocus' | 'onBlur'> & {
  ref: RefObject<HTMLDivElement | null>
} {
  const ref = useRef<HTMLDivElement>(null)
  const focused = useRef<Element>(undefined)
  useEffect(() => {
    if (!focused.current || focused.current.isConnected || document.activeElement !== document.body) return
    focused.current = undefined
    focusOn(ref.current?.querySelector('[data-block]'))
  }, [content])
  return {
    ref,
    onFocus: ({ target }) => void (focused.current = target),
    // React calls this for the user's own moves only, not for an element that it removes.
    onBlur: () => void (focused.current = undefined),
  }
}

interface RegionFailureProps {
  failure: unknown
  again: () => void
}

/** One region could not be loaded; the rest of the screen stays usable. */
function RegionFailure({ failure, again }: RegionFailureProps) {
  const word = useWords()
  const text = failure instanceof Refused ? failure.problem.detail || word('failed') : word('offline')
  return (
    <div className="broken" role="alert">
      <p>{text}</p>
      <button type="button" className="plain-button" onClick={again}>
        {word('retry')}
      </button>
    </div>
  )
}

import { useContext, useEffect } from 'react'
import { createCell, useCell } from '../app/cell.ts'
import { PortalContext } from '../app/portal-context.ts'
import type { RegionState } from '../app/regions.ts'
import { Skeleton } from '../app/skeleton.tsx'
import type { BlockProps } from '../render/block-props.ts'
import { Blocks } from '../render/blocks.tsx'
import { RegionFailure } from '../render/region-failure.tsx'

const nowhere = createCell<RegionState>({ waiting: true })

/** A part of the screen that is fetched by itself. What it showed stays until what comes next has arrived. */
export function RegionBlock({ block }: BlockProps<'region'>) {
  const regions = useContext(PortalContext)?.regions
  const { content, failure, waiting } = useCell(regions?.cell(block.id) ?? nowhere)
  const { id, src, delayMs } = block
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
    <div className="region" role={block.label && 'group'} aria-label={block.label} aria-busy={waiting}>
      <Blocks blocks={content.blocks} />
    </div>
  )
}

import type { BlockProps } from '../render/block-props.ts'
import { Blocks } from '../render/blocks.tsx'
import look from './layout.module.css'

export function StackBlock({
  block: { blocks, direction = 'down', oneLine, gap = 'medium', pinned, label },
}: BlockProps<'stack'>) {
  return (
    <div
      className={`${look[direction]} ${look[gap]} ${oneLine ? look.oneLine : ''} ${pinned ? look.pinned : ''}`.trim()}
      {...(label && { role: 'group', 'aria-label': label })}
      {...(pinned && { 'aria-live': 'polite' })}
    >
      <Blocks blocks={blocks} />
    </div>
  )
}

import type { BlockProps } from '../render/block-props.ts'
import { Blocks } from '../render/blocks.tsx'
import look from './layout.module.css'

export function GridBlock({ block: { blocks, columns, label } }: BlockProps<'grid'>) {
  return (
    <div className={`${look.grid} ${look[`columns${columns}`]}`} {...(label && { role: 'group', 'aria-label': label })}>
      <Blocks blocks={blocks} />
    </div>
  )
}

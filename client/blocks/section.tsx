import { useId } from 'react'
import type { BlockProps } from '../render/block-props.ts'
import { Blocks } from '../render/blocks.tsx'
import look from './layout.module.css'
import { RowActions } from '../parts/row-actions.tsx'
import { Words } from '../parts/words.tsx'

export function SectionBlock({
  block: { title, level = 2, value, help, card, blocks, actions = [], label },
}: BlockProps<'section'>) {
  const headingId = useId()
  const Heading = level === 2 ? 'h2' : 'h3'
  const name = title ? { 'aria-labelledby': headingId } : label ? { 'aria-label': label } : {}
  return (
    <section className={`${look.section} ${card ? look.card : ''}`} {...name}>
      {title && (
        <div className={look.head}>
          <Heading id={headingId}>{title}</Heading>
          {value !== undefined && <p className={look.value}>{value}</p>}
        </div>
      )}
      {help && (
        <p className={look.help}>
          <Words words={help} />
        </p>
      )}
      <Blocks blocks={blocks} />
      {actions.length > 0 && (
        <div className={look.actions}>
          <RowActions actions={actions} />
        </div>
      )}
    </section>
  )
}

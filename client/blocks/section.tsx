import { useId, useState, type ReactNode } from 'react'
import { useBelow } from '../base/use-below.ts'
import type { BlockProps } from '../render/block-props.ts'
import { Blocks } from '../render/blocks.tsx'
import look from './layout.module.css'
import { RowActions } from '../parts/row-actions.tsx'
import { Words } from '../parts/words.tsx'

export function SectionBlock({ block }: BlockProps<'section'>) {
  const { id, title, level = 2, value, help, card, collapsible, blocks, actions = [], label } = block
  const headingId = useId()
  const Heading = level === 2 ? 'h2' : 'h3'
  const name = title ? { 'aria-labelledby': headingId } : label ? { 'aria-label': label } : {}
  const head = (
    <>
      <Heading id={headingId}>{title}</Heading>
      {value !== undefined && <p className={look.value}>{value}</p>}
    </>
  )
  const content = (
    <>
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
    </>
  )
  if (title && collapsible)
    return (
      // No landmark: a page of many would have more of them than help, and the heading is there.
      <div className={card ? look.card : undefined}>
        <Folding id={id} begins={collapsible} head={head}>
          {content}
        </Folding>
      </div>
    )
  return (
    <section className={`${look.section} ${card ? look.card : ''}`} {...name}>
      {title && <div className={look.head}>{head}</div>}
      {content}
    </section>
  )
}

interface FoldingProps {
  id: string
  begins: 'open' | 'closed' | 'closedWhenNarrow'
  head: ReactNode
  children: ReactNode
}

/** Searching in the page, links within it and printing open what is closed, which is why it is the browser's own element. */
function Folding({ id, begins, head, children }: FoldingProps) {
  const isNarrow = useBelow(768)
  const [isOpen, setOpen] = useState(begins === 'open' || (begins === 'closedWhenNarrow' && !isNarrow))
  return (
    <details
      id={id}
      className={look.folding}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{head}</summary>
      <div className={look.section}>{children}</div>
    </details>
  )
}

import { useEffect, useRef, useState } from 'react'
import { focusOn } from '../base/focus.ts'
import button from '../parts/button.module.css'
import type { BlockProps } from '../render/block-props.ts'
import { Blocks } from '../render/blocks.tsx'
import look from './layout.module.css'

export function GridBlock({ block: { blocks, columns, columnsFrom, aside, fold, label } }: BlockProps<'grid'>) {
  const place = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const folds = fold !== undefined && blocks.length > fold.after
  const from = columnsFrom === undefined ? '' : look.late
  const shape = aside ? look.aside : `${look.grid} ${look[`columns${columns}`]} ${from}`.trim()
  useFocusOnRevealed(isOpen, () => place.current?.children[fold?.after ?? 0])
  const grid = (
    <div ref={place} className={shape} {...(label && { role: 'group', 'aria-label': label })}>
      <Blocks blocks={folds && !isOpen ? blocks.slice(0, fold.after) : blocks} />
    </div>
  )
  if (!folds) return grid
  return (
    <>
      {grid}
      <button
        type="button"
        className={`${button.secondary} ${look.unfold}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? fold.less : fold.more} {label && <span className="visually-hidden">{label}</span>}
      </button>
    </>
  )
}

/** The button is now below what it has revealed, so the focus moves to the beginning of that. */
function useFocusOnRevealed(isOpen: boolean, first: () => Element | undefined): void {
  const before = useRef(isOpen)
  useEffect(() => {
    if (isOpen && !before.current) focusOn(first())
    before.current = isOpen
  })
}

import { useCallback, useState } from 'react'
import type { BlockProps } from '../render/block-props.ts'
import look from './html.module.css'

/** Draws the HTML as it stands: the server has cleaned it, and the CSP runs no script of it. */
export function HtmlBlock({ block: { label, html, note } }: BlockProps<'html'>) {
  const { ref, scrolls } = useScrolls()
  return (
    <>
      <article
        ref={ref}
        className={look.html}
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls only what can have the focus
        tabIndex={scrolls ? 0 : undefined}
        dangerouslySetInnerHTML={{ __html: html }}
      />
      {note !== undefined && <p className={look.note}>{note}</p>}
    </>
  )
}

/** Whether the content of an element is wider than the element. */
function useScrolls() {
  const [scrolls, setScrolls] = useState(false)
  const ref = useCallback((element: HTMLElement) => {
    const measure = () => setScrolls(element.scrollWidth > element.clientWidth)
    measure()
    const watcher = globalThis.ResizeObserver && new ResizeObserver(measure)
    watcher?.observe(element)
    return () => watcher?.disconnect()
  }, [])
  return { ref, scrolls }
}

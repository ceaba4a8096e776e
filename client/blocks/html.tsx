import { useCallback, useState } from 'react'
import { focusPlace } from '../base/focus.ts'
import type { BlockProps } from '../render/block-props.ts'
import look from './html.module.css'

/** Draws the HTML as it stands: the server has cleaned it, and the CSP runs no script of it. */
export function HtmlBlock({ block: { label, html, note } }: BlockProps<'html'>) {
  const { ref, scrolls } = useContent()
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

/** Lets links lead within the page; says whether the content of the element is wider than the element. */
function useContent() {
  const [scrolls, setScrolls] = useState(false)
  const ref = useCallback((element: HTMLElement) => {
    const measure = () => setScrolls(element.scrollWidth > element.clientWidth)
    measure()
    const watcher = globalThis.ResizeObserver && new ResizeObserver(measure)
    watcher?.observe(element)
    element.addEventListener('click', leadWithin)
    return () => {
      watcher?.disconnect()
      element.removeEventListener('click', leadWithin)
    }
  }, [])
  return { ref, scrolls }
}

/** The address stays as it is: it names the screen, and the history holds screens only. */
function leadWithin(event: MouseEvent): void {
  if (!(event.target instanceof Element)) return
  const address = event.target.closest('a')?.getAttribute('href')
  if (!address?.startsWith('#')) return
  event.preventDefault()
  focusPlace(address.slice(1))
}

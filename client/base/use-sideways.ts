import { useEffect, type RefObject } from 'react'

/**
 * For a row that scrolls sideways: brings the element with `selector` into sight, and notes in `data-more` on which
 * sides the row goes on (`start`, `end`), so that it can be seen. `chosen` names what that element stands for.
 */
export function useSideways(
  row: RefObject<HTMLElement | null>,
  { selector, chosen }: { selector: string; chosen: string | undefined },
): void {
  useEffect(() => {
    const { current } = row
    if (!current) return undefined
    const note = () => (current.dataset.more = sidesOf(current))
    const show = () => {
      bringIntoSight(current, current.querySelector(selector))
      note()
    }
    show()
    const watcher = globalThis.ResizeObserver && new ResizeObserver(show)
    watcher?.observe(current)
    current.addEventListener('scroll', note, { passive: true })
    return () => {
      watcher?.disconnect()
      current.removeEventListener('scroll', note)
    }
  }, [row, selector, chosen])
}

/** As wide as what fades at an edge, in px; see `.sideways` in base.css. */
const edgePx = 40

/** Scrolls the row, and not the page. */
function bringIntoSight(row: HTMLElement, part: Element | null): void {
  if (!part) return
  const [inner, outer] = [part.getBoundingClientRect(), row.getBoundingClientRect()]
  const [beyond, before] = [inner.right + edgePx - outer.right, outer.left - (inner.left - edgePx)]
  row.scrollLeft += before > 0 ? -before : Math.max(0, beyond)
}

function sidesOf({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): string {
  const rest = scrollWidth - clientWidth - scrollLeft
  return [scrollLeft > 1 ? 'start' : '', rest > 1 ? 'end' : ''].filter(Boolean).join(' ')
}

const reachable =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex="0"]'

/** Moves the focus to the heading of the screen, or to its content when it has none, and scrolls it into view. */
export function focusHeading(): void {
  const heading = document.querySelector('main h1') ?? document.querySelector('main')
  focusOn(heading)
  if (heading && heading.getBoundingClientRect().top < 0) heading.scrollIntoView?.({ block: 'start' })
}

/** Moves the focus to a block: its first control, or the block itself where there is none. */
export function focusBlock(id: string): void {
  const place = [...document.querySelectorAll<HTMLElement>('[data-block]')].find(({ dataset }) => dataset.block === id)
  const target = place?.querySelector(reachable) ?? place
  focusOn(target)
  target?.scrollIntoView?.({ block: 'nearest' })
}

export function focusOn(element: Element | null | undefined): void {
  if (!(element instanceof HTMLElement)) return
  if (!element.matches(reachable)) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

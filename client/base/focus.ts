const reachable =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), summary, [tabindex="0"]'

/** Moves the focus to the heading of the screen, or to its content when it has none, and scrolls it into view. */
export function focusHeading(): void {
  const heading = document.querySelector('main h1') ?? document.querySelector('main')
  focusOn(heading)
  if (heading && heading.getBoundingClientRect().top < 0) heading.scrollIntoView?.({ block: 'start' })
}

/** Moves the focus to the first control of a block. Returns whether it did: the block may not be drawn yet. */
export const focusControl = (id: string) => focusInSight(placeOf(id)?.querySelector(reachable))

/** Moves the focus to a block: its first control, or the block itself where there is none. Returns whether it did. */
export function focusBlock(id: string): boolean {
  const place = placeOf(id)
  return focusInSight(place?.querySelector(reachable) ?? place)
}

function focusInSight(target: Element | null | undefined): boolean {
  focusOn(target)
  target?.scrollIntoView?.({ block: 'nearest' })
  return target instanceof Element && document.activeElement === target
}

const placeOf = (id: string) =>
  [...document.querySelectorAll<HTMLElement>('[data-block]')].find(({ dataset }) => dataset.block === id)

/** Moves the focus to the element with this id and scrolls to it, after opening whatever it is folded away in. */
export function focusPlace(id: string): void {
  const place = document.getElementById(id)
  if (!place) return
  for (let folded = place.closest('details'); folded; folded = folded.parentElement?.closest('details') ?? null)
    folded.open = true
  focusOn(place.querySelector(':scope > summary') ?? place)
  place.scrollIntoView?.({ block: 'start' })
}

/** Moves the focus to a link to this address, if there is one in sight. Returns whether it did. */
export function focusLinkTo(address: string): boolean {
  const own = new URL(address, location.origin)
  const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')].filter(
    (link) => link.origin === own.origin && link.pathname === own.pathname,
  )
  for (const link of [...links.filter(({ search }) => search === own.search), ...links]) {
    link.focus()
    if (document.activeElement === link) return true
  }
  return false
}

export function focusOn(element: Element | null | undefined): void {
  if (!(element instanceof HTMLElement)) return
  if (!element.matches(reachable)) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

/**
 * Tries again to move the focus to a part of the screen that may be drawn a moment after it; if the user moves the
 * focus before, it stays there. The heading of a new screen may get it meanwhile. Returns how to stop waiting.
 */
export function onceDrawn(isDone: () => boolean): () => void {
  const start = document.activeElement
  const isMoved = () => {
    const { activeElement: active } = document
    return active !== start && active !== document.body && !active?.matches('main, main h1')
  }
  const watcher = new MutationObserver(() => {
    if (isMoved() || isDone()) watcher.disconnect()
  })
  watcher.observe(document.body, { childList: true, subtree: true })
  return () => watcher.disconnect()
}

import { useEffect, type RefObject } from 'react'

/** While an element covers the page, nothing behind it can be reached, by keyboard or by a screen reader. */
export function useAlone(place: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined
    const covered = othersAround(place.current).filter((each) => !each.inert)
    for (const each of covered) each.inert = true
    return () => {
      for (const each of covered) each.inert = false
    }
  }, [place, isOn])
}

/** What lies beside the element, up to the body; what the body itself contains may lie in front: dialogs, notices. */
function othersAround(element: HTMLElement | null): HTMLElement[] {
  const parent = element?.parentElement
  if (!parent || parent === document.body) return []
  const beside = [...parent.children].filter((each) => each instanceof HTMLElement && each !== element)
  return [...(beside as HTMLElement[]), ...othersAround(parent)] // filtered by their class
}

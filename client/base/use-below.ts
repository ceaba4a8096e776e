import { useCallback, useMemo, useSyncExternalStore } from 'react'

/** Whether the viewport is narrower than that, in px; false where there is no viewport to ask. */
export function useBelow(width = 0): boolean {
  const list = useMemo(() => globalThis.matchMedia?.(`(width < ${width}px)`), [width])
  const subscribe = useCallback(
    (hear: () => void) => {
      list?.addEventListener('change', hear)
      return () => list?.removeEventListener('change', hear)
    },
    [list],
  )
  return useSyncExternalStore(subscribe, () => list?.matches ?? false)
}

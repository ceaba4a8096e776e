import { useCallback, useMemo, useSyncExternalStore } from 'react'

/** Whether the viewport is narrower than `width`, in px; false if there is no viewport. */
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

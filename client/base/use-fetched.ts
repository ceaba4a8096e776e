import { useEffect, useRef, useState } from 'react'

/**
 * Whether a lazily loaded part is available. It is fetched as soon as it is needed. After a failure it is fetched again
 * when it is needed again or when `anew` changes: without a connection, the component that needs the part does without
 * it instead of breaking.
 */
export function useFetched(preload: () => Promise<void>, { isEnabled = true, anew, missed }: FetchOptions): boolean {
  const [isHere, setHere] = useState(false)
  const miss = useRef(missed)
  useEffect(() => void (miss.current = missed))
  useEffect(() => {
    if (!isEnabled || isHere) return
    let left = false
    preload().then(
      () => !left && setHere(true),
      (error: unknown) => !left && miss.current?.(error),
    )
    return () => void (left = true)
  }, [isEnabled, isHere, preload, anew])
  return isHere
}

interface FetchOptions {
  /** If omitted, the part is needed while the component is mounted. */
  isEnabled?: boolean
  /** Another value triggers another try. */
  anew?: unknown
  /** Called with the error if the part could not be fetched. */
  missed?: (error: unknown) => void
}

import { useEffect, useRef, useState } from 'react'

/**
 * Whether a part that is fetched apart is here. It is fetched as soon as it is wanted; after a failure once more when it is
 * wanted again or for something else: where the connection is gone, what needs the part does without instead of breaking.
 */
export function useFetched(preload: () => Promise<void>, { isWanted = true, anew, missed }: FetchedWish): boolean {
  const [isHere, setHere] = useState(false)
  const miss = useRef(missed)
  useEffect(() => void (miss.current = missed))
  useEffect(() => {
    if (!isWanted || isHere) return
    let left = false
    preload().then(
      () => !left && setHere(true),
      (error: unknown) => !left && miss.current?.(error),
    )
    return () => void (left = true)
  }, [isWanted, isHere, preload, anew])
  return isHere
}

interface FetchedWish {
  /** Left out, it is wanted as long as what asks for it is drawn. */
  isWanted?: boolean
  /** What it is wanted for: another value is another try. */
  anew?: unknown
  /** Hears that it could not be fetched, and why. */
  missed?: (error: unknown) => void
}

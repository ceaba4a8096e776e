import { useEffect, useRef, useState } from 'react'

/**
 * Whether a part that is fetched apart is here. It is fetched as soon as it is wanted, and again when that failed and it is
 * wanted anew: where the connection is gone, what needs the part does without instead of breaking.
 */
export function useFetched(preload: () => Promise<void>, { isWanted, missed }: FetchedWish): boolean {
  const [isHere, setHere] = useState(false)
  const miss = useRef(missed)
  useEffect(() => void (miss.current = missed))
  useEffect(() => {
    if (!isWanted || isHere) return
    let left = false
    preload().then(
      () => !left && setHere(true),
      () => !left && miss.current?.(),
    )
    return () => void (left = true)
  }, [isWanted, isHere, preload])
  return isHere
}

interface FetchedWish {
  isWanted: boolean
  /** Hears that it could not be fetched. */
  missed?: () => void
}

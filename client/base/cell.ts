import { useSyncExternalStore } from 'react'

/** One value that changes outside of React and is drawn inside of it. */
export interface Cell<T> {
  get: () => T
  set: (next: T) => void
  subscribe: (hear: () => void) => () => void
}

export function createCell<T>(first: T): Cell<T> {
  let value = first
  const hearers = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      hearers.forEach((hear) => hear())
    },
    subscribe(hear) {
      hearers.add(hear)
      return () => hearers.delete(hear)
    },
  }
}

export function useCell<T>(cell: Cell<T>): T {
  return useSyncExternalStore(cell.subscribe, cell.get)
}

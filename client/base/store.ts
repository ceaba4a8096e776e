import { useSyncExternalStore } from 'react'

/** A value that changes outside React and is rendered by React. */
export interface Store<T> {
  get: () => T
  set: (next: T) => void
  subscribe: (hear: () => void) => () => void
}

export function createStore<T>(first: T): Store<T> {
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

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get)
}

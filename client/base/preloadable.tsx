import { useState, type ComponentType } from 'react'
import { createStore, useStore } from './store.ts'

interface Preloadable<P> {
  view: ComponentType<P>
  preload: () => Promise<void>
  /** Whether something stands in its place until it is there. */
  hasStandIn: boolean
}
interface State<P> {
  Loaded?: ComponentType<P>
  failure?: unknown
}

/**
 * A component that is fetched when it is first rendered, or before. Until then `Coming` stands in its place; a failed
 * fetch is thrown where it is rendered. In contrast to `lazy` with `Suspense`, which keeps a fallback visible for at
 * least 300 ms, it is replaced as soon as it has been fetched.
 */
export function preloadable<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Coming: ComponentType<P> = Nothing,
): Preloadable<P> {
  const state = createStore<State<P>>({})
  let fetched: Promise<void> | undefined

  function preload(): Promise<void> {
    if (state.get().failure !== undefined) state.set({})
    return (fetched ??= load().then(
      (Loaded) => state.set({ Loaded }),
      (failure: unknown) => {
        fetched = undefined
        state.set({ failure })
        throw failure
      },
    ))
  }
  function Preloadable(props: P) {
    // Once for each place: one that is rendered after a failure tries again. A failure is rendered, not caught here.
    useState(() => void preload().catch(() => undefined))
    const { Loaded, failure } = useStore(state)
    if (failure !== undefined) throw failure
    return Loaded ? <Loaded {...props} /> : <Coming {...props} />
  }
  return { view: Preloadable, preload, hasStandIn: Coming !== Nothing }
}

function Nothing(): undefined {
  return undefined
}

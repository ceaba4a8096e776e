import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

interface Preloadable<P> {
  view: LazyExoticComponent<ComponentType<P>>
  preload: () => Promise<void>
}
interface Loaded<P> {
  default: ComponentType<P>
}

/**
 * A lazy component that can be fetched before it is drawn. Once fetched it draws at once: React keeps a
 * fallback up for 300 ms when it had to show one, and the layout would jump.
 */
export function preloadable<P>(load: () => Promise<ComponentType<P>>): Preloadable<P> {
  let loaded: Loaded<P> | undefined
  const fetched = async (): Promise<Loaded<P>> => (loaded ??= { default: await load() })
  return {
    view: lazy(() => (loaded ? atOnce(loaded) : fetched())),
    preload: async () => void (await fetched()),
  }
}

// React asks for a promise but reads only `then`; one that answers in the same turn spares the fallback.
function atOnce<T>(value: T): Promise<T> {
  // oxlint-disable-next-line unicorn/no-thenable -- it is meant to be one
  return { then: (hear: (value: T) => void) => hear(value) } as unknown as Promise<T>
}

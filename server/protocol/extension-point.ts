/** Where features lend each other something, such as links below an appointment, without importing each other. */
export interface ExtensionPoint<T> {
  name: string
  /** Goes among the `extends` of a feature. */
  add(value: T): Extension
}

/** What a feature lends, and to which point. */
export interface Extension {
  point: string
  value: unknown
}

/** What features lend to a point. */
export type Contribution<P> = P extends ExtensionPoint<infer T> ? T : never

/**
 * Everything that features have lent to a point, in the order of the features; empty when there is nothing. Complete once
 * the portal is assembled: read it when a request is answered, not while a feature is made.
 */
export type Uses = <T>(point: ExtensionPoint<T>) => readonly T[]

export function extensionPoint<T>(name: string): ExtensionPoint<T> {
  return { name, add: (value) => ({ point: name, value }) }
}

/** The lists behind `uses`; `collect` fills them once all features are made, so that their order does not matter. */
export function openExtensions(): { uses: Uses; collect: (extensions: readonly Extension[]) => void } {
  const lists = new Map<string, unknown[]>()
  const listOf = (name: string) => {
    const list = lists.get(name) ?? []
    lists.set(name, list)
    return list
  }
  return {
    uses: <T>({ name }: ExtensionPoint<T>) => listOf(name) as T[], // `add` of the same point made them
    collect: (extensions) => extensions.forEach(({ point, value }) => listOf(point).push(value)),
  }
}

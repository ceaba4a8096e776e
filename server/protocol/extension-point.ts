/** Lets features extend each other, for instance with links below an appointment, without importing each other. */
export interface ExtensionPoint<T> {
  name: string
  /** The features, or the part of the server, that ask for the contributions; the catalog shows them. */
  usedBy: readonly string[]
  /** Creates an entry for the `extends` of a feature. */
  add(value: T): Extension
}

/** A contribution of a feature, with its point. */
export interface Extension {
  point: Pick<ExtensionPoint<never>, 'name' | 'usedBy'>
  value: unknown
}

/** The type of contributions to a point. */
export type Contribution<P> = P extends ExtensionPoint<infer T> ? T : never

/**
 * Returns all contributions to a point, in the order of the features; empty if there are none. Complete once the portal
 * is assembled: call it while serving a request, not while a feature is built.
 */
export type Uses = <T>(point: ExtensionPoint<T>) => readonly T[]

export function extensionPoint<T>(name: string, { usedBy }: Pick<ExtensionPoint<T>, 'usedBy'>): ExtensionPoint<T> {
  const point: ExtensionPoint<T> = { name, usedBy, add: (value) => ({ point, value }) }
  return point
}

/** The lists behind `uses`; `collect` fills them once all features are built, so that their order does not matter. */
export function openExtensions(): { uses: Uses; collect: (extensions: readonly Extension[]) => void } {
  const lists = new Map<Extension['point'], unknown[]>()
  const listOf = (point: Extension['point']) => {
    const list = lists.get(point) ?? []
    lists.set(point, list)
    return list
  }
  return {
    uses: <T>(point: ExtensionPoint<T>) => listOf(point) as T[], // filled by `add` of the same point
    collect: (extensions) => extensions.forEach(({ point, value }) => listOf(point).push(value)),
  }
}

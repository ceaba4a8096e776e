/** The values of an address: its parameters, and what of its query is given. */
type Values<P extends string, Q extends string> = Record<P, string | number> & {
  [K in Q]?: string | number | undefined
}
type Given<P extends string, Q extends string> = [P] extends [never]
  ? [Q] extends [never]
    ? []
    : [values?: Values<P, Q>]
  : [values: Values<P, Q>]

/** The names after a colon: `'id' | 'part'` of `/documents/:id/:part`. */
type NamesIn<R extends string> = R extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | NamesIn<`/${More}`>
    : Rest
  : never

/** Makes the addresses of a page, file or region. */
export interface Path<P extends string = never, Q extends string = never> {
  /** Returns the address for these values, encoded; a query value that is undefined or empty is left out. */
  (...given: Given<P, Q>): string
  /** What its definition answers to, with parameters as `:name`. */
  readonly route: string
  /** The names of the query, in the order of the address. */
  readonly query: readonly Q[]
}

/**
 * Defines the addresses of `route`, whose query may have these names:
 * `path('/bills/:id', ['print'])({ id: 7, print: 'now' })` is `/bills/7?print=now`.
 */
export function path<const R extends string, const Q extends string = never>(
  route: R,
  query: readonly Q[] = [],
): Path<NamesIn<R>, Q> {
  const make = (values: Record<string, string | number | undefined> = {}): string => {
    const place = route.replace(/:(\w+)/g, (_, name: string) => {
      const value = values[name]
      if (value === undefined) throw new Error(`the address ${route} needs its ${name}`)
      return encodeURIComponent(value).replaceAll('%3D', '=') // as a path may contain it, and base64 ends
    })
    return withQuery(place, Object.fromEntries(query.map((name) => [name, values[name]])))
  }
  return Object.assign(make as (...given: Given<NamesIn<R>, Q>) => string, { route, query }) // the same values, typed by the route
}

/** Returns the address with these added to its query; a value that is undefined or empty is left out. */
export function withQuery(address: string, values: Record<string, string | number | undefined>): string {
  const added = Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${encodeURIComponent(name)}=${readable(encodeURIComponent(String(value)))}`)
  return [address, ...added].reduce((whole, next) => `${whole}${whole.includes('?') ? '&' : '?'}${next}`)
}

/** A query may contain `:` and `,` as they are (RFC 3986, section 3.4); people read them in the address bar. */
function readable(encoded: string): string {
  return encoded.replace(/%(3A|2C)/g, decodeURIComponent)
}

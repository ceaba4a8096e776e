import type { RecordClient } from './record-client.ts'
import type { ReferenceCache } from './reference-cache.ts'

/** What the calls of an area are made from. */
export interface AreaDeps {
  client: RecordClient
  cache: ReferenceCache
  now: () => Date
}

/** Makes the calls of one area of the record server: its members are members of `Emr`. */
export type Area = (deps: AreaDeps) => object

/** The calls of all areas of a list together. */
export type Joined<List extends readonly Area[]> = Intersection<ReturnType<List[number]>>

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** Returns the calls of all areas of a list as one object. Throws if two of them define a call of the same name. */
export function joinAreas<List extends readonly Area[]>(areas: List, deps: AreaDeps): Joined<List> {
  const joined: Record<string, unknown> = {}
  for (const area of areas)
    for (const [name, call] of Object.entries(area(deps))) {
      if (Object.hasOwn(joined, name)) throw new Error(`Two areas of the record server define ${name}.`)
      joined[name] = call
    }
  return joined as Joined<List> // it has the members of every area
}

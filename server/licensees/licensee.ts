import { readFileSync } from 'node:fs'
import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'

/** A practice that uses this portal. `recordServer` is the base address of its record server, ending in `/api/`. */
export const Licensee = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z][a-z0-9-]*$' }),
    name: Type.String({ minLength: 1 }),
    hosts: Type.Array(Type.String({ pattern: '^[a-z0-9.-]+$' }), { minItems: 1 }),
    timeZone: Type.String({ description: 'IANA zone of the practice.' }),
    recordServer: Type.String({ pattern: '^https?://.+/$' }),
  },
  { additionalProperties: false },
)
export type Licensee = Static<typeof Licensee>

const LicenseeList = Compile(Type.Array(Licensee, { minItems: 1 }))

/** Reads the list of practices of a deployment. Throws with a sentence that names the file and the place. */
export function readLicensees(file: string): Licensee[] {
  const list: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (!LicenseeList.Check(list)) {
    const [first] = LicenseeList.Errors(list)
    throw new Error(`${file}: ${first?.instancePath ?? ''} ${first?.message ?? 'is not a list of practices'}`)
  }
  const hosts = list.flatMap((licensee) => licensee.hosts)
  const twice = hosts.find((host, index) => hosts.indexOf(host) !== index)
  if (twice) throw new Error(`${file}: the host ${twice} stands under two practices`)
  return list
}

/** The practice of a Host header such as `lakeside.localhost:3000`; undefined for a host of no practice. */
export function licenseeOf(licensees: readonly Licensee[], hostHeader: string | undefined): Licensee | undefined {
  const host = (hostHeader ?? '').toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
  return licensees.find((licensee) => licensee.hosts.includes(host))
}

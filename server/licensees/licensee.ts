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
    recordServerTokenFile: Type.Optional(
      Type.String({ minLength: 1, description: 'The file with the bearer token for the record server.' }),
    ),
    cards: Type.Optional(
      Type.Object(
        {
          server: Type.String({ pattern: '^https?://.+/$' }),
          frameOrigin: Type.String({ pattern: '^https?://[^/\\s;,]+$' }),
        },
        {
          additionalProperties: false,
          description: 'The card processor: its base address, and the origin of the page for card numbers.',
        },
      ),
    ),
  },
  { additionalProperties: false },
)
export type Licensee = Static<typeof Licensee>

const LicenseeList = Compile(Type.Array(Licensee, { minItems: 1 }))

/** Reads the list of practices of a deployment. Throws an error that names the file and the place in it. */
export function readLicensees(file: string): Licensee[] {
  const list = parsedIn(file)
  if (!LicenseeList.Check(list)) {
    const [first] = LicenseeList.Errors(list)
    throw new Error(`${file}: ${first?.instancePath ?? ''} ${first?.message ?? 'is not a list of practices'}`)
  }
  const id = firstTwice(list.map((licensee) => licensee.id))
  if (id) throw new Error(`${file}: the id ${id} is used twice`)
  const host = firstTwice(list.flatMap((licensee) => licensee.hosts))
  if (host) throw new Error(`${file}: the host ${host} is used by two practices`)
  return list
}

function parsedIn(file: string): unknown {
  const text = readFileSync(file, 'utf8') // its error names a missing file
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : 'is no JSON'}`, { cause: error })
  }
}

function firstTwice(names: readonly string[]): string | undefined {
  return names.find((name, index) => names.indexOf(name) !== index)
}

/** Returns the bearer token for the record server; undefined if none is configured. Throws for a file without one. */
export function recordServerToken({ id, recordServerTokenFile: file }: Licensee): string | undefined {
  if (!file) return undefined
  const token = readFileSync(file, 'utf8').trim() // its error names a missing file
  if (!/^[\w.~+/-]+=*$/.test(token)) throw new Error(`${file}: is no bearer token for the record server of ${id}`)
  return token
}

/** Returns the practice of a Host header such as `lakeside.localhost:3000`; undefined for an unknown host. */
export function licenseeOf(licensees: readonly Licensee[], hostHeader: string | undefined): Licensee | undefined {
  const host = (hostHeader ?? '').toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
  return licensees.find((licensee) => licensee.hosts.includes(host))
}

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '../../schemas/contract.ts'
import { protocolVersion } from '../../schemas/screen.ts'
import type { Contract } from './compare-contracts.ts'
import { readText, repositoryFiles, root } from './repository.ts'

/** The contract of the last release; written by release-contract.ts only. */
export interface Release {
  /** The version in package.json. */
  version: string
  protocol: string
  schemas: Contract
}

/** The checksums of released migrations, by path. */
export type Checksums = Record<string, string>

export const releasedContract = 'tests/guards/released-contract.json'
export const releasedMigrations = 'tests/guards/migrations.sha256.json'

/** The current published contract. */
export function contractNow(): Release {
  const schemas = JSON.parse(JSON.stringify(contract)) as { $id: string }[] // each is published under its $id
  const { version } = JSON.parse(readText('package.json')) as { version: string } // written by npm
  return {
    version,
    protocol: protocolVersion,
    schemas: Object.fromEntries(schemas.map((schema) => [schema.$id, schema])),
  }
}

export function lastRelease(): Release {
  if (!existsSync(join(root, releasedContract))) throw new Error('No contract was released yet: run npm run release')
  return JSON.parse(readText(releasedContract)) as Release // written by release-contract.ts
}

export function migrationsNow(): Checksums {
  const files = repositoryFiles().filter(({ path }) => /^server\/.*\/migrations\/.*\.sql$/.test(path))
  return Object.fromEntries(files.map(({ path, text }) => [path, createHash('sha256').update(text).digest('hex')]))
}

export function migrationsReleased(): Checksums {
  return existsSync(join(root, releasedMigrations)) ? (JSON.parse(readText(releasedMigrations)) as Checksums) : {} // as above
}

/** Released migrations that are missing or changed; existing databases would never run the change. */
export function thawed(released: Checksums, now: Checksums): string[] {
  return Object.keys(released).filter((path) => released[path] !== now[path])
}

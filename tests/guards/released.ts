import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '../../schemas/contract.ts'
import { protocolVersion } from '../../schemas/screen.ts'
import type { Contract } from './compare-contracts.ts'
import { readText, repositoryFiles, root } from './repository.ts'

/** What the last release promised; written by release-contract.ts only. */
export interface Release {
  /** Of package.json. */
  version: string
  protocol: string
  schemas: Contract
}

/** The checksums of the migrations that were released, by path. */
export type Checksums = Record<string, string>

export const releasedContract = 'tests/guards/released-contract.json'
export const releasedMigrations = 'tests/guards/migrations.sha256.json'

/** The contract as it is published now. */
export function contractNow(): Release {
  const schemas = JSON.parse(JSON.stringify(contract)) as { $id: string }[] // each is published under its name
  const { version } = JSON.parse(readText('package.json')) as { version: string } // as npm writes it
  return {
    version,
    protocol: protocolVersion,
    schemas: Object.fromEntries(schemas.map((schema) => [schema.$id, schema])),
  }
}

export function lastRelease(): Release {
  if (!existsSync(join(root, releasedContract)))
    throw new Error('No contract was released yet: run npx tsx tests/guards/release-contract.ts')
  return JSON.parse(readText(releasedContract)) as Release // written by release-contract.ts
}

export function migrationsNow(): Checksums {
  const files = repositoryFiles().filter(({ path }) => /^server\/.*\/migrations\/.*\.sql$/.test(path))
  return Object.fromEntries(files.map(({ path, text }) => [path, createHash('sha256').update(text).digest('hex')]))
}

export function migrationsReleased(): Checksums {
  return existsSync(join(root, releasedMigrations)) ? (JSON.parse(readText(releasedMigrations)) as Checksums) : {} // written likewise
}

/** Released migrations that are gone or were changed, which databases in use would never notice. */
export function thawed(released: Checksums, now: Checksums): string[] {
  return Object.keys(released).filter((path) => released[path] !== now[path])
}

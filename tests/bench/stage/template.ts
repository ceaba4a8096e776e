import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { makeDatabases, type Databases, type Engine } from './databases.ts'
import { settlePeople } from './people.ts'

const made = new Map<string, Promise<string[]>>()

/** Databases with everybody in them. Those of PGlite are filled once in a run and copied: making one takes seconds. */
export async function settledDatabases(
  { engine, providers }: { engine: Engine; providers?: number },
  { run, folder }: { run: string; folder: string },
): Promise<{ databases: Databases; logins: string[] }> {
  const databases = await makeDatabases(engine, folder)
  if (engine === 'postgres' || providers !== undefined)
    return { databases, logins: await settlePeople(databases, providers) }
  return { databases, logins: await copyTemplate(run, folder) }
}

/** Copies the folders `portal` and `sandbox` into another. */
export async function copyTemplate(run: string, folder: string): Promise<string[]> {
  const template = join(run, 'template')
  const making = made.get(run) ?? makeTemplate(template)
  made.set(run, making)
  const logins = await making
  cpSync(template, folder, { recursive: true })
  return logins
}

async function makeTemplate(folder: string): Promise<string[]> {
  mkdirSync(folder)
  return settlePeople(await makeDatabases('pglite', folder))
}

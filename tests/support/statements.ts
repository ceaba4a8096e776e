import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../guards/repository.ts'
import type { PreparedName } from './prepared/recipes.ts'
import { serverKey } from './prepared/server-key.ts'

/** The kinds of tables to which the statements of the server are sent. */
export type Tables = 'portal' | 'sandbox'

/** The environment variable by which workers find the folder for what they note. */
const place = 'TEST_STATEMENTS'
const keptIn = join(root, '.cache', 'statements')

type Hear = (text: string) => void

/** Hears statements for `onStatement`, and notes them in a whole run of the tests. */
export function noting(database: PreparedName, onStatement?: Hear): Hear | undefined {
  const folder = process.env[place]
  // The tables of an empty database are those of its test.
  if (folder === undefined || database === 'empty') return onStatement
  const tables = database === 'portal' ? 'portal' : 'sandbox'
  return (text) => {
    note({ folder, tables, text })
    onStatement?.(text)
  }
}

const noted = new Set<string>()

/** In a file of this worker, once for each shape. */
function note({ folder, tables, text }: { folder: string; tables: Tables; text: string }): void {
  const key = `${tables} ${shapeOf(text)}`
  if (noted.has(key)) return
  noted.add(key)
  appendFileSync(join(folder, `${tables} ${process.pid}.jsonl`), `${JSON.stringify(text)}\n`)
}

/** The statement without what differs by the number of values. */
export function shapeOf(text: string): string {
  return text
    .replaceAll(/\$\d+/g, '?')
    .replaceAll(/\?(, \?)+/g, '?')
    .replaceAll(/\(\?\)(, \(\?\))+/g, '(?)')
    .replaceAll(/\s+/g, ' ')
}

/** What a run of all tests needs so that they note their statements. `keep` is for its end: half a run is no list. */
export function noteStatements(folder = keptIn): { env: Record<string, string>; keep(): void } {
  rmSync(folder, { recursive: true, force: true })
  const draft = join(folder, `draft-${randomUUID()}`)
  mkdirSync(draft, { recursive: true })
  return { env: { [place]: draft }, keep: () => renameSync(draft, join(folder, serverKey())) }
}

/** The statements that the tests of these sources sent, one of each shape, sorted. */
export function sentStatements(tables: Tables, folder = keptIn): string[] {
  const own = join(folder, serverKey())
  if (!existsSync(own)) throw new Error('Run npm test first: it notes the statements of these sources.')
  const byShape = new Map<string, string>()
  for (const name of readdirSync(own).filter((each) => each.startsWith(`${tables} `)))
    for (const line of readFileSync(join(own, name), 'utf8').split('\n').filter(Boolean)) {
      const text = JSON.parse(line) as string // written above
      byShape.set(shapeOf(text), text)
    }
  return [...byShape.values()].sort()
}

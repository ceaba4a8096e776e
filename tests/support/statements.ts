import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from '../guards/repository.ts'

/** The file to which tests note their statements, if it is set: a line each, the test file and the statement. */
const place = process.env.TEST_STATEMENTS

const noted = new Set<string>()

/** Notes a statement for `npm run statements`, once for each test file. */
export const noteStatement = place === undefined ? undefined : (text: string) => note(place, text)

function note(file: string, text: string): void {
  const { filepath = root } = (globalThis as { __vitest_worker__?: { filepath?: string } }).__vitest_worker__ ?? {}
  const line = `${relative(root, filepath)}\t${shapeOf(text)}\n`
  if (noted.has(line)) return
  noted.add(line)
  appendFileSync(file, line)
}

/** The statement without what differs by the number of values. */
export function shapeOf(text: string): string {
  return text
    .replaceAll(/\$\d+/g, '?')
    .replaceAll(/\?(, \?)+/g, '?')
    .replaceAll(/\(\?\)(, \(\?\))+/g, '(?)')
    .replaceAll(/\s+/g, ' ')
}

/** The statements that no file of `onPostgres` runs, each with the files that run it. */
export function leftOut(notes: string, onPostgres: ReadonlySet<string>): Map<string, string[]> {
  const filesOf = new Map<string, string[]>()
  for (const line of notes.split('\n').filter(Boolean)) {
    const [file = '', statement = ''] = line.split('\t')
    filesOf.set(statement, [...(filesOf.get(statement) ?? []), file])
  }
  return new Map([...filesOf].filter(([, files]) => !files.some((file) => onPostgres.has(file))))
}

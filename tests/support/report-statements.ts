/**
 * `npm run statements`: runs the HTTP and unit tests, and lists the statements that no file with the tag `database` runs.
 * Those of the server belong into such a file; those that tests run to arrange something do not matter.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeFiles, root } from '../guards/repository.ts'
import { leftOut } from './statements.ts'

const folder = mkdtempSync(join(tmpdir(), 'statements-'))
const notes = join(folder, 'notes.txt')
const vitest = ['vitest', 'run', '--config', 'tests/vitest.config.ts', '--project', 'unit', '--project', 'http']
const { status } = spawnSync('npx', vitest, {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, TEST_STATEMENTS: notes },
})
const tagged = codeFiles().filter(({ text }) => text.startsWith('/** @module-tag database */'))
const missing = leftOut(readFileSync(notes, 'utf8'), new Set(tagged.map(({ path }) => path)))
rmSync(folder, { recursive: true })
for (const [statement, files] of missing) process.stdout.write(`${files.join(', ')}\n  ${statement}\n`)
process.stdout.write(`${missing.size} statements run in no file with the tag database.\n`)
process.exitCode = status ?? 1

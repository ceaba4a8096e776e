import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { readRunReport } from './run-report.ts'
import { failedFiles, failuresOf, nameOf } from './second-look.ts'

/**
 * Runs the suites that depend on load, the browser's and those that start processes, three times while every core is
 * busy, and lists what failed how often: `npm run test:stress`, or with files instead of the suites. Ends with 1 if
 * anything failed or a run left no report.
 */
const rounds = 3
const suites = [
  ['browser', []],
  ['http', ['tests/http/process', 'tests/http/visit-process']],
] as const
const requested = process.argv.slice(2)

const folder = mkdtempSync(join(tmpdir(), 'stress-'))
const burners = Array.from({ length: availableParallelism() }, () => new Worker('for (;;);', { eval: true }))
const failures = new Map<string, number>()
const note = (name: string) => failures.set(name, (failures.get(name) ?? 0) + 1)
for (let round = 1; round <= rounds; round++)
  for (const [project, files] of suites) {
    if (requested.length > 0 && project === 'http') continue
    const path = join(folder, `${round}-${project}.json`)
    const filters = requested.length > 0 ? requested : ['--project', project, ...files]
    console.log(`\n== round ${round} of ${rounds}: ${filters.join(' ')}`)
    const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/vitest.config.ts', ...filters]
    const vitest = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, TEST_REPORT: path } })
    await once(vitest, 'exit')
    const report = readRunReport(path)
    if (!report) note(`round ${round} of ${project} left no report`)
    for (const error of report?.errors ?? []) note(error)
    for (const failure of report ? failedFiles(report).flatMap(failuresOf) : []) note(nameOf(failure))
  }
await Promise.all(burners.map((burner) => burner.terminate()))
rmSync(folder, { recursive: true, force: true })
for (const [name, times] of failures) console.log(`failed ${times} of ${rounds} times: ${name}`)
if (failures.size === 0) console.log(`nothing failed in ${rounds} rounds`)
process.exitCode = failures.size === 0 ? 0 : 1

import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { FolderInUse, lockFolder } from '../../server/db/folder-lock.ts'
import { readRunReport, writeRunReport, type FileReport, type RunReport } from './run-report.ts'
import { runsOnBoth } from '../guards/engines.ts'
import { codeFiles } from '../guards/repository.ts'
import { noteStatements } from '../support/statements.ts'
import { failedFiles, failuresOf, flakyLines, isGreen, lookAgain, mostFlakyFiles, nameOf } from './second-look.ts'

const usualConfig = 'tests/vitest.config.ts'

/**
 * Runs vitest with the arguments of the command line, and ends with 0 only if its report says that every test passed.
 * With `--second-look`, files that failed run once more, alone (docs/decisions/0031). TEST_REPORT names a file for the
 * report. Matrices are sampled by TEST_SEED, which is drawn and printed if it is not set; with `--night` they are whole.
 */
const args = process.argv.slice(2)
const { values: options, positionals: filters } = parseArgs({
  args,
  strict: false, // the others are for vitest
  options: {
    'second-look': { type: 'boolean' },
    night: { type: 'boolean' },
    config: { type: 'string' },
    // Named here only so that their values are not taken for filters.
    project: { type: 'string', multiple: true },
    testNamePattern: { type: 'string', short: 't' },
    'tags-filter': { type: 'string' },
  },
})

/** A whole run on PGlite notes what is sent to it, for `tests/unit/statements.test.ts`. */
const isWhole = args.every((each) => each === '--second-look') && !process.env.TEST_DATABASE_URL
let notes: ReturnType<typeof noteStatements> | undefined

/** How much the tests of matrices try (tests/support/sample.ts). */
const sample =
  options.night === true ? { TEST_NIGHT: '1' } : { TEST_SEED: process.env.TEST_SEED ?? String(randomInt(1_000_000)) }

const folder = mkdtempSync(join(tmpdir(), 'portal-tests-'))
let runs = 0
try {
  const unlock = filters.length === 0 ? lockCheckout() : () => undefined
  try {
    if (isWhole) notes = noteStatements()
    process.exitCode = (await runAll()) ? 0 : 1
  } finally {
    unlock()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Whole runs share what they build, so there is one at a time. */
function lockCheckout(): () => void {
  try {
    return lockFolder('.cache/test-run', { port: 0, sandboxPort: 0, token: '' })
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    throw new Error(`Another run (process ${error.note.pid}) uses this checkout. Wait for it, or use another checkout.`)
  }
}

async function runAll(): Promise<boolean> {
  if (sample.TEST_SEED) console.log(`Matrices are sampled: TEST_SEED=${sample.TEST_SEED} draws the same again.`)
  const own = args.filter((each) => each !== '--second-look' && each !== '--night').concat(filesWithTag())
  const { code, report: first } = await runVitest(
    options.config === undefined ? ['--config', usualConfig, ...own] : own,
  )
  if (!first) throw new Error('The run left no report: it counts as failed.')
  const failed = failedFiles(first)
  // Vitest also fails for what its report lacks, such as a tear-down.
  if (code !== 0 && failed.length === 0 && first.errors.length === 0) first.errors.push(`vitest ended with ${code}.`)
  const report = options['second-look'] === true ? await withSecondLook(first, failed) : first
  for (const error of report.errors) console.log(`failed outside the files: ${error}`)
  if (report.files.every(({ tests }) => tests.every(({ state }) => state === 'skipped')))
    console.log('No test ran: that counts as failed.')
  keepReport(report)
  notes?.keep()
  return isGreen(report)
}

/** Vitest would import all files only to skip their tests. */
function filesWithTag(): string[] {
  if (options['tags-filter'] !== 'database' || filters.length > 0) return []
  return codeFiles()
    .filter(runsOnBoth)
    .map(({ path }) => path)
}

function keepReport(report: RunReport): void {
  const path = process.env.TEST_REPORT
  if (!path) return
  try {
    writeRunReport(path, report)
  } catch (error) {
    throw new Error(`The report could not be written, so the run counts as failed: ${String(error)}`)
  }
}

async function withSecondLook(first: RunReport, failed: readonly FileReport[]): Promise<RunReport> {
  if (failed.length === 0) return first
  if (failed.length > mostFlakyFiles) {
    console.log(`\n${failed.length} files failed. More than ${mostFlakyFiles} are no bad luck: none is repeated.`)
    return first
  }
  const config = typeof options.config === 'string' ? options.config : usualConfig
  const tags = typeof options['tags-filter'] === 'string' ? [`--tags-filter=${options['tags-filter']}`] : []
  console.log(`\nSecond look: ${failed.map(({ file }) => file).join(', ')}`)
  const report = await lookAgain(first, async ({ project, file }) => {
    const again = await runVitest(['--config', config, ...tags, '--project', project, file])
    const same = again.report?.files.find((each) => each.file === file && each.project === project)
    if (!same?.passed || again.code === 0) return same
    return { ...same, passed: false, errors: [`vitest ended with ${again.code}.`] } // for what its report lacks
  })
  for (const line of flakyLines(report.flaky)) console.log(line)
  for (const each of failedFiles(report).flatMap(failuresOf)) console.log(`failed twice: ${nameOf(each)}`)
  return report
}

/** Runs vitest in a process of its own. */
async function runVitest(args: readonly string[]): Promise<{ code: number; report: RunReport | undefined }> {
  const path = join(folder, `${++runs}.json`)
  const vitest = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...sample, ...notes?.env, TEST_REPORT: path },
  })
  const [code] = (await once(vitest, 'exit')) as [number | null]
  return { code: code ?? 1, report: readRunReport(path) }
}

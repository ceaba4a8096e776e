import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lockFolder } from '../../server/db/folder-lock.ts'
import type { RunReport } from '../run/run-report.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'second-look-'))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    `import { WriteRunReport } from ${JSON.stringify(resolve('tests/run/run-report.ts'))}
     const projects = [{ test: { name: 'small', include: ['*.test.mjs'], isolate: false } }]
     export default { test: { projects, maxWorkers: 2, reporters: ['default', new WriteRunReport(process.env.TEST_REPORT)] } }`,
  )
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A file of which one test does `once` the first time only; of files with the same mark, the first one does it. */
function file(name: string, once: string, mark = name): void {
  const marker = JSON.stringify(join(folder, `${mark}.ran`))
  writeFileSync(
    join(folder, `${name}.test.mjs`),
    `import { existsSync, writeFileSync } from 'node:fs'
     import { expect, test } from 'vitest'
     test('stands', () => {})
     test('may fall', () => {
       const isFirst = !existsSync(${marker})
       writeFileSync(${marker}, '')
       if (isFirst) { ${once} }
     })`,
  )
}
const failing = 'expect(1).toBe(2)'
const crashing = `process.kill(process.pid, 'SIGKILL')`
const alwaysFailing = (name: string) =>
  writeFileSync(
    join(folder, `${name}.test.mjs`),
    `import { test } from 'vitest'; test('falls', () => { throw new Error('no') })`,
  )

interface Ended {
  code: number
  output: string
  report: RunReport | undefined
}

function run(args: string[] = ['--second-look'], reportPath = join(folder, 'report.json')): Promise<Ended> {
  const env = { ...process.env, TEST_REPORT: reportPath, VITEST: undefined, NO_COLOR: '1' }
  const command = ['--import', 'tsx', resolve('tests/run/run-tests.ts'), '--config', 'vitest.config.mjs', ...args]
  return new Promise((done) => {
    const child = execFile(process.execPath, command, { cwd: folder, env }, (_error, out, err) => {
      const whole =
        existsSync(reportPath) && reportPath.startsWith(folder) ? readFileSync(reportPath, 'utf8') : undefined
      const report = whole === undefined ? undefined : (JSON.parse(whole) as RunReport) // written by the script
      done({ code: child.exitCode ?? 1, output: out + err, report })
    })
  })
}
const linesOf = ({ output }: Ended) => output.split('\n').filter((line) => /^(flaky|failed)/.test(line))

describe('a second look', () => {
  test('passes what failed once, and lists it with the first message', async () => {
    file('good', '')
    file('once', failing)
    const ended = await run()
    expect(linesOf(ended)).toEqual(['flaky: once.test.mjs › may fall'])
    expect(ended.output).toContain('  AssertionError: expected 1 to be 2')
    expect(ended.code).toBe(0)
    expect(ended.report?.files.flatMap(({ tests }) => tests.map(({ state }) => state))).toEqual(Array(4).fill('passed'))
    expect(ended.report?.flaky.map(({ file: name }) => name)).toEqual(['once.test.mjs'])
  })

  test('passes a file whose worker died once, and all that came after it', async () => {
    for (const name of ['a', 'b', 'd', 'e']) file(name, '')
    file('c', crashing)
    const ended = await run()
    expect(linesOf(ended)).toEqual(['flaky: c.test.mjs'])
    expect(ended.output).toContain('Its worker ended before the file did.')
    expect(ended.code).toBe(0)
    expect(ended.report?.files.flatMap(({ tests }) => tests.map(({ state }) => state))).toEqual(
      Array(10).fill('passed'),
    )
  })

  test('is given to files that a dead worker never came to', async () => {
    for (const name of ['a', 'b']) file(name, crashing, 'whichever comes first')
    const ended = await run(['--second-look', '--maxWorkers=1'])
    expect(linesOf(ended).toSorted()).toEqual(['flaky: a.test.mjs', 'flaky: b.test.mjs'])
    expect(ended.code).toBe(0)
  })

  test('fails for what fails twice', async () => {
    file('once', failing)
    alwaysFailing('always')
    const ended = await run()
    expect(linesOf(ended)).toEqual(['flaky: once.test.mjs › may fall', 'failed twice: always.test.mjs › falls'])
    expect(ended.code).toBe(1)
  })

  test('fails for a file whose worker dies twice', async () => {
    file('good', '')
    writeFileSync(join(folder, 'dies.test.mjs'), `import { test } from 'vitest'; test('dies', () => { ${crashing} })`)
    const ended = await run()
    expect(linesOf(ended)).toEqual(['failed twice: dies.test.mjs'])
    expect(ended.code).toBe(1)
  })

  test('is not given to more than five files', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) file(name, failing)
    const ended = await run()
    expect(ended.output).toContain('6 files failed. More than 5 are no bad luck: none is repeated.')
    expect([ended.code, ended.report?.flaky]).toEqual([1, []])
  })

  test('is not given unless it is asked for', async () => {
    file('once', failing)
    const ended = await run([])
    expect([ended.code, linesOf(ended)]).toEqual([1, []])
  })
})

describe('a run is red', () => {
  test('when no test ran', async () => {
    file('good', '')
    const ended = await run(['-t', 'a name that no test has'])
    expect(ended.output).toContain('No test ran: that counts as failed.')
    expect(ended.code).toBe(1)
  })

  test('when vitest leaves no report', async () => {
    writeFileSync(join(folder, 'vitest.config.mjs'), 'throw new Error("no room")')
    const ended = await run()
    expect(ended.output).toContain('The run left no report: it counts as failed.')
    expect(ended.code).toBe(1)
  })

  test('when a file cannot be read', async () => {
    file('good', '')
    writeFileSync(join(folder, 'broken.test.mjs'), `import './missing.mjs'`)
    const ended = await run()
    expect(linesOf(ended)).toEqual(['failed twice: broken.test.mjs'])
    expect(ended.code).toBe(1)
  })

  test('for an error that no test waited for', async () => {
    writeFileSync(
      join(folder, 'late.test.mjs'),
      `import { test } from 'vitest'
       test('is quick', () => void queueMicrotask(() => void Promise.reject(new Error('late'))))
       test('goes on', () => new Promise((done) => setImmediate(done)))`,
    )
    const ended = await run()
    expect(linesOf(ended)).toEqual(['failed twice: late.test.mjs'])
    expect(ended.code).toBe(1)
  })

  test('when its report finds no room on the disk', async () => {
    file('good', '')
    const ended = await run([], '/dev/full')
    expect(ended.output).toContain('The report could not be written, so the run counts as failed: Error: ENOSPC')
    expect(ended.code).toBe(1)
  })

  test.each([
    ['PostgreSQL', { TEST_DATABASE_URL: 'postgres://postgres@127.0.0.1:1/postgres', TEST_REDIS_URL: '' }],
    ['Redis', { TEST_DATABASE_URL: '', TEST_REDIS_URL: 'redis://127.0.0.1:1/9' }],
  ])('when %s has stopped, in words', async (name, servers) => {
    const command = [
      '--import',
      'tsx',
      'tests/run/run-tests.ts',
      '--second-look',
      '--project',
      'unit',
      'licensee.test.ts',
    ]
    const env = { ...process.env, ...servers, TEST_DATABASE_TEMPLATES: '', TEST_REPORT: '', VITEST: undefined }
    const ended = await new Promise<Pick<Ended, 'code' | 'output'>>((done) => {
      const child = execFile(process.execPath, command, { env }, (_error, out, err) =>
        done({ code: child.exitCode ?? 1, output: out + err }),
      )
    })
    expect(ended.output).toContain(`${name} at 127.0.0.1:1 cannot be reached`)
    expect(ended.output).toContain('No test ran: that counts as failed.')
    expect(ended.code).toBe(1)
  })

  test.each([
    ['every suite', ['--second-look']],
    ['one suite', ['--second-look', '--project', 'small']],
  ])('while another run uses the checkout, of %s', async (_of, args) => {
    file('good', '')
    const unlock = lockFolder(join(folder, '.cache', 'test-run'), { port: 0, sandboxPort: 0, token: '' })
    const refused = await run(args)
    const chosen = await run([...args, 'good.test.mjs'])
    unlock()
    expect(refused.output).toContain(`Another run (process ${process.pid}) uses this checkout.`)
    expect([refused.code, chosen.code, (await run(args)).code]).toEqual([1, 0, 0])
  })
})

describe('the closing line', () => {
  const flaky = (file: string) => ({ file, test: 'stands', message: 'Error: slow' })
  const report = (part: Partial<RunReport> = {}): RunReport => ({
    files: [
      { project: 'unit', file: 'a.test.ts', passed: true, errors: [], tests: [{ name: 'stands', state: 'passed' }] },
    ],
    errors: [],
    flaky: [],
    ...part,
  })

  /** Returns the code and the lines of the script, for the reports of two suites. */
  function closing(
    all: RunReport | undefined,
    engines: RunReport | undefined,
    failedSteps = 0,
  ): Promise<[number, string[]]> {
    const reports = join(folder, 'reports')
    mkdirSync(reports)
    for (const [name, each] of Object.entries({ all, engines }))
      if (each) writeFileSync(join(reports, `${name}.json`), JSON.stringify(each))
    const args = [resolve('.ci/count.mjs'), reports, String(failedSteps), 'all', 'engines']
    return new Promise((done) => {
      const child = execFile(process.execPath, args, (_error, out) =>
        done([child.exitCode ?? 1, out.trimEnd().split('\n')]),
      )
    })
  }

  test('adds the suites up, with the flaky ones above it', async () => {
    expect(await closing(report({ flaky: [flaky('a.test.ts')] }), report())).toEqual([
      0,
      ['flaky: a.test.ts › stands', '  Error: slow', '2 passed, 0 failed'],
    ])
  })

  test('says why something failed', async () => {
    const tests = [
      { name: 'stands', state: 'failed' as const, message: `Error: no answer\n${'x'.repeat(700)}` },
      { name: 'runs', state: 'failed' as const },
    ]
    const [code, lines] = await closing(
      report({ files: [{ project: 'unit', file: 'a.test.ts', passed: false, errors: [], tests }] }),
      report(),
    )
    expect([code, lines.slice(0, 2), lines.slice(3)]).toEqual([
      1,
      ['FAILED a.test.ts › stands', '  Error: no answer'],
      ['FAILED a.test.ts › runs', '  It gave no reason.', '1 passed, 2 failed'],
    ])
    expect(lines[2]).toMatch(/^ {2}x{583} …$/)
  })

  test.each<{ if: string; all?: RunReport; engines?: RunReport; failedSteps?: number; line: string }>([
    { if: 'a suite left no report', all: report(), line: 'FAILED engines: it left no report, or no test ran' },
    {
      if: 'no test of a suite ran',
      all: report({ files: [] }),
      engines: report(),
      line: 'FAILED all: it left no report, or no test ran',
    },
    {
      if: 'something failed outside the files',
      all: report({ errors: ['the set-up'] }),
      engines: report(),
      line: 'FAILED all: the set-up',
    },
    { if: 'a step failed', all: report(), engines: report(), failedSteps: 1, line: '2 passed, 1 failed' },
    {
      if: 'both suites together have more than five flaky files',
      all: report({ flaky: ['a', 'b', 'c'].map(flaky) }),
      engines: report({ flaky: ['d', 'e', 'f'].map(flaky) }),
      line: 'FAILED 6 flaky files: more than 5 are no bad luck',
    },
  ])('is red if $if', async ({ all, engines, failedSteps, line }) => {
    const [code, lines] = await closing(all, engines, failedSteps)
    expect(code).toBe(1)
    expect(lines).toContain(line)
    expect(lines.at(-1)).toMatch(/^\d+ passed, 1 failed$/)
  })
})

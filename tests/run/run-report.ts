import { readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestModule, TestSpecification } from 'vitest/node'

/** What a run of vitest came to, file by file; written as JSON. Paths are relative to the working folder. */
export interface RunReport {
  files: FileReport[]
  /** Errors that belong to no file, such as one of the set-up. */
  errors: string[]
  /** What failed at first and passed alone; see second-look.ts. */
  flaky: Flaky[]
}

export interface FileReport {
  project: string
  file: string
  /** False also if its worker ended before the file did. */
  passed: boolean
  /** Errors of the file that belong to none of its tests. */
  errors: string[]
  tests: { name: string; state: 'passed' | 'failed' | 'skipped'; message?: string }[]
}

export interface Flaky {
  file: string
  /** The name of the test, or undefined if the file failed outside its tests. */
  test?: string
  /** Of the first failure. */
  message: string
}

/** Writes a RunReport when the run has ended. Throws what the disk says, which ends the run with an error. */
export class WriteRunReport implements Reporter {
  readonly #path: string
  #planned: readonly TestSpecification[] = []

  constructor(path: string) {
    this.#path = path
  }

  onTestRunStart(planned: readonly TestSpecification[]): void {
    this.#planned = planned
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const unseen = this.#planned.filter(
      ({ moduleId, project }) =>
        !modules.some((each) => each.moduleId === moduleId && each.project.name === project.name),
    )
    const files = [...modules.map((module) => fileReport(module, unhandled)), ...unseen.map(unseenReport)]
    const lostWorker = files.some(({ errors }) => errors.includes(workerEnded))
    const errors = unhandled
      .filter(({ VITEST_TEST_PATH: path }) => !modules.some(({ moduleId }) => moduleId === path))
      .filter(({ message }) => !(lostWorker && message.startsWith('[vitest-pool]'))) // said by the file that lost it
      .map(messageOf)
    writeRunReport(this.#path, { files, errors, flaky: [] })
  }
}

const workerEnded = 'Its worker ended before the file did.'

/** A file that vitest planned and then says nothing of: its worker died before it came to it. */
function unseenReport({ project, moduleId }: TestSpecification): FileReport {
  const file = relative(process.cwd(), moduleId)
  return { project: project.name, file, passed: false, errors: [workerEnded], tests: [] }
}

function fileReport(module: TestModule, unhandled: readonly SerializedError[]): FileReport {
  const state = module.state()
  const errors = [
    ...module.errors().map(messageOf),
    ...unhandled.filter(({ VITEST_TEST_PATH: path }) => path === module.moduleId).map(messageOf),
    ...(state === 'pending' || state === 'queued' ? [workerEnded] : []),
  ]
  const tests = [...module.children.allTests()].map((test) => {
    const result = test.result()
    const message = result.errors?.map(messageOf).join('\n')
    return {
      name: test.fullName,
      state: result.state === 'pending' ? ('skipped' as const) : result.state,
      ...(message ? { message } : {}),
    }
  })
  return {
    project: module.project.name,
    file: relative(process.cwd(), module.moduleId),
    passed: state !== 'failed' && errors.length === 0,
    errors,
    tests,
  }
}

function messageOf({ name, message, cause }: Pick<SerializedError, 'name' | 'message' | 'cause'>): string {
  const because = (cause as { message?: string } | undefined)?.message // of the run-time's own errors
  return `${name ?? 'Error'}: ${message}${because ? ` (${because})` : ''}`
}

export function writeRunReport(path: string, report: RunReport): void {
  writeFileSync(path, JSON.stringify(report))
}

/** Returns undefined if the run left no whole report. */
export function readRunReport(path: string): RunReport | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as RunReport // written by writeRunReport only
  } catch {
    return undefined
  }
}

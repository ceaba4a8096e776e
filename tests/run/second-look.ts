import type { FileReport, Flaky, RunReport } from './run-report.ts'

/** More files than these are no bad luck: a run in which more of them failed is red, whatever a second look says. */
export const mostFlakyFiles = 5

/**
 * Repeats the files of a run that failed, whole and one after the other, and returns the run with what they came to. What
 * passes now is flaky; what fails again stays failed. `repeat` returns undefined if the file left no report.
 */
export async function lookAgain(
  first: RunReport,
  repeat: (failed: FileReport) => Promise<FileReport | undefined>,
): Promise<RunReport> {
  const files: FileReport[] = []
  const flaky: Flaky[] = [...first.flaky]
  for (const file of first.files) {
    const again = file.passed ? file : ((await repeat(file)) ?? file)
    files.push(again)
    if (!file.passed && again.passed) flaky.push(...failuresOf(file))
  }
  return { ...first, files, flaky }
}

/** Whether everything passed, be it at the second look. A run without a test is not green. */
export function isGreen({ files, errors, flaky }: RunReport): boolean {
  const ran = files.some(({ tests }) => tests.some(({ state }) => state !== 'skipped'))
  return ran && errors.length === 0 && files.every(({ passed }) => passed) && flakyFiles(flaky) <= mostFlakyFiles
}

export function failedFiles({ files }: RunReport): FileReport[] {
  return files.filter(({ passed }) => !passed)
}

function flakyFiles(flaky: readonly Flaky[]): number {
  return new Set(flaky.map(({ file }) => file)).size
}

/** Returns what failed in a file: its tests, and the errors that belong to none of them. */
export function failuresOf({ file, errors, tests }: FileReport): Flaky[] {
  return [
    ...tests
      .filter(({ state }) => state === 'failed')
      .map(({ name, message = 'It gave no reason.' }) => ({ file, test: name, message })),
    ...errors.map((message) => ({ file, message })),
  ]
}

/** Returns the lines that say in the open what was flaky. */
export function flakyLines(flaky: readonly Flaky[]): string[] {
  return flaky.flatMap((each) => [`flaky: ${nameOf(each)}`, ...indented(each.message)])
}

export function nameOf({ file, test }: Flaky): string {
  return test === undefined ? file : `${file} › ${test}`
}

function indented(message: string): string[] {
  return message.split('\n').map((line) => `  ${line}`)
}

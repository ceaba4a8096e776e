// Adds up the reports of the suites (tests/run/run-report.ts) and says it in one line, after what was flaky and the names of what failed.
// A step that failed without a test, a report that is missing and one without a test count as a failure each.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Of the whole run, as of each suite (tests/run/second-look.ts). */
const mostFlakyFiles = 5

const [folder, failedSteps, ...suites] = process.argv.slice(2)
let passed = 0
let failed = 0
const flaky = []
const names = []
for (const suite of suites) {
  const report = reportOf(suite)
  const files = report?.files ?? []
  const tests = files.flatMap((file) => file.tests)
  const ran = tests.filter(({ state }) => state !== 'skipped')
  if (ran.length === 0) names.push(`${suite}: it left no report, or no test ran`)
  passed += tests.filter(({ state }) => state === 'passed').length
  failed += tests.filter(({ state }) => state === 'failed').length
  flaky.push(...(report?.flaky ?? []))
  for (const { file, errors, tests: all } of files) {
    for (const { name, state, message = 'It gave no reason.' } of all)
      if (state === 'failed') names.push(`${file} › ${name}\n  ${shortened(message).replaceAll('\n', '\n  ')}`)
    for (const error of errors) names.push(`${file}: ${error}`)
  }
  for (const error of report?.errors ?? []) names.push(`${suite}: ${error}`)
}
for (const { file, test, message } of flaky)
  console.log(`flaky: ${test === undefined ? file : `${file} › ${test}`}\n  ${message.replaceAll('\n', '\n  ')}`)
const flakyFiles = new Set(flaky.map(({ file }) => file)).size
if (flakyFiles > mostFlakyFiles) names.push(`${flakyFiles} flaky files: more than ${mostFlakyFiles} are no bad luck`)
for (const name of names) console.log(`FAILED ${name}`)
failed = Math.max(failed, names.length, Number(failedSteps))
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

function shortened(message) {
  return message.length > 600 ? `${message.slice(0, 600)} …` : message
}

function reportOf(suite) {
  try {
    return JSON.parse(readFileSync(join(folder, `${suite}.json`), 'utf8'))
  } catch {
    return undefined
  }
}

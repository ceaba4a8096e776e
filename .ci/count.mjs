// Adds up what the suites reported and says it in one line, after the names of the tests that failed; a step that failed without a test counts as one failure.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const [folder, failedSteps] = process.argv.slice(2)
let passed = 0
let failed = 0
const names = []
for (const name of readdirSync(folder)) {
  const report = JSON.parse(readFileSync(join(folder, name), 'utf8'))
  passed += report.numPassedTests
  failed += report.numFailedTests
  for (const { name: file, assertionResults } of report.testResults)
    for (const { status, fullName } of assertionResults)
      if (status === 'failed') names.push(`${relative('.', file)}: ${fullName}`)
}
failed = Math.max(failed, Number(failedSteps))
if (passed === 0) failed = Math.max(failed, 1)
for (const name of names) console.log(`FAILED ${name}`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

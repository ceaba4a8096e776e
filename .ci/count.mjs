// Adds up what the suites reported and says it in one line; a step that failed without a test counts as one failure.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const [folder, failedSteps] = process.argv.slice(2)
let passed = 0
let failed = 0
for (const name of readdirSync(folder)) {
  const report = JSON.parse(readFileSync(join(folder, name), 'utf8'))
  passed += report.numPassedTests
  failed += report.numFailedTests
}
failed = Math.max(failed, Number(failedSteps))
if (passed === 0) failed = Math.max(failed, 1)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

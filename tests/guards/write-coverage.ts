/** `npm run coverage`: rewrites the coverage document of the specification, after a test was added or renamed. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { coverageDocument, coverageNow } from './coverage-now.ts'
import { root } from './repository.ts'

const { text, missing } = coverageNow()
writeFileSync(join(root, coverageDocument), text)
process.stdout.write(`${coverageDocument} is written. Sentences that nothing shows: ${missing.join(', ') || 'none'}\n`)

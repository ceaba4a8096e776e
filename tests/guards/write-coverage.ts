/** `npm run coverage`: rewrites the coverage documents of the specifications, after a test was added or renamed. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { specifiedNow } from './coverage-now.ts'
import { root } from './repository.ts'

for (const { document, text, missing } of specifiedNow()) {
  writeFileSync(join(root, document), text)
  process.stdout.write(`${document} is written. Sentences that nothing shows: ${missing.join(', ') || 'none'}\n`)
}

/**
 * Run at every release, after the version in package.json was raised:
 *
 *   npm run release
 *
 * Stores the published contract, with which later changes are compared, and freezes the existing migrations:
 * from then on a schema change needs a new file. Fails if the guards would fail.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './repository.ts'
import {
  contractNow,
  migrationsNow,
  migrationsReleased,
  releasedContract,
  releasedMigrations,
  thawed,
} from './released.ts'

const changed = thawed(migrationsReleased(), migrationsNow())
if (changed.length > 0) {
  process.stderr.write(`Released migrations were changed; put them back and write new ones: ${changed.join(', ')}\n`)
  process.exit(1)
}
const { version, protocol, schemas } = contractNow()
writeFileSync(join(root, releasedContract), `${JSON.stringify({ version, protocol, schemas }, null, 1)}\n`)
writeFileSync(join(root, releasedMigrations), `${JSON.stringify(migrationsNow(), null, 2)}\n`)
process.stdout.write(`Released ${version}: ${Object.keys(schemas).length} schemas of protocol ${protocol}\n`)

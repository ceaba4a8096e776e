import { join } from 'node:path'
import { readConfig } from './config.ts'
import { lockFolder } from './db/folder-lock.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { createEmr } from './gateways/emr/create-emr.ts'
import { runImport, type ImportOptions } from './identity/account-import/run-import.ts'
import { createPasswords } from './identity/password.ts'
import { readLicensees, recordServerToken } from './licensees/licensee.ts'

/** With the embedded database the portal must be stopped meanwhile: the folder has one process at a time. */
const open: ImportOptions['open'] = async (practice) => {
  const config = readConfig(process.env)
  if (!config.licenseesFile) throw new Error('LICENSEES_FILE must name the file that lists the practices.')
  const licensee = readLicensees(config.licenseesFile).find(({ id }) => id === practice)
  if (!licensee) return undefined
  const unlock = config.databaseUrl
    ? () => undefined
    : lockFolder(config.dataDir, { port: 0, sandboxPort: 0, token: 'import' })
  const database = await openDatabase({ url: config.databaseUrl, folder: join(config.dataDir, 'portal') })
  await migrate(database, join(import.meta.dirname, 'db', 'migrations'))
  const emr = createEmr({ baseUrl: licensee.recordServer, token: recordServerToken(licensee) })
  return {
    db: database.db,
    emr,
    passwords: createPasswords({ memoryKib: config.passwordMemoryKib }),
    now: () => new Date(),
    close: async () => {
      await emr.close()
      await database.close()
      unlock()
    },
  }
}

try {
  process.exitCode = await runImport({
    argv: process.argv.slice(2),
    out: (line) => void process.stdout.write(`${line}\n`),
    open,
  })
} catch (error) {
  const words = error instanceof Error ? error.message : String(error)
  process.stderr.write(`Nothing more was imported. ${words}\n`)
  process.exitCode = 1
}

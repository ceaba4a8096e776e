import { join } from 'node:path'
import { passwordMemoryIn } from './config.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { makePatientAccount } from './identity/make-account.ts'
import { createPasswords } from './identity/password.ts'
import { portalMigrations } from './places.ts'
import type { AccountMaker } from './practice-loader/make-accounts.ts'
import { runLoader } from './practice-loader/run-loader.ts'

/** Opens the portal's own database only while it creates one account; the loader holds the folder's lock meanwhile. */
const makeAccount: AccountMaker = async (urlOrFolder, account) => {
  const passwords = createPasswords({ memoryKib: passwordMemoryIn(process.env) })
  const url = urlOrFolder.includes('://') ? urlOrFolder : undefined
  const database = await openDatabase({ url, folder: join(urlOrFolder, 'portal') })
  try {
    await migrate(database, portalMigrations)
    const made = await makePatientAccount({ db: database.db, passwords }, account)
    if (!made) throw new Error(`The login ${account.login} is taken already.`)
  } finally {
    await database.close()
  }
}

process.exitCode = await runLoader({
  argv: process.argv.slice(2),
  env: process.env,
  out: (line) => void process.stdout.write(`${line}\n`),
  makeAccount,
})

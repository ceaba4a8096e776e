import { join } from 'node:path'
import { publicAddress, readConfig } from './config.ts'
import { FolderInUse, lockFolder } from './db/folder-lock.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { demoLicensees } from './demo.ts'
import { runInviteOwner, type InviteOwnerOptions } from './identity/first-owner/run-invite-owner.ts'
import { readLicensees } from './licensees/licensee.ts'
import { linkOrigin } from './licensees/link-origin.ts'
import { sentenceFor } from './start-error.ts'

const open: InviteOwnerOptions['open'] = async (practice) => {
  const config = readConfig(process.env)
  const licensees = config.licenseesFile ? readLicensees(config.licenseesFile) : demoLicensees(config.sandboxPort)
  const licensee = licensees.find(({ id }) => id === practice)
  if (!licensee)
    throw new Error(`There is no practice ${practice}. There are: ${licensees.map(({ id }) => id).join(', ')}.`)
  const unlock = config.databaseUrl
    ? () => undefined
    : lockFolder(config.dataDir, { port: 0, sandboxPort: 0, token: 'invite-owner' })
  try {
    const database = await openDatabase({ url: config.databaseUrl, folder: join(config.dataDir, 'portal') })
    const close = async () => {
      await database.close()
      unlock()
    }
    try {
      await migrate(database, join(import.meta.dirname, 'db', 'migrations'))
    } catch (error) {
      await close()
      throw error
    }
    return {
      db: database.db,
      licensee,
      origin: linkOrigin(licensee, publicAddress(config)),
      now: () => new Date(),
      close,
    }
  } catch (error) {
    unlock()
    throw error
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof FolderInUse)) return sentenceFor(error)
  return `The portal is running (process ${error.note.pid}), and its embedded database takes one process at a time.
Stop the portal (Ctrl+C where it was started), run this command again, then start the portal again.
With a PostgreSQL database (DATABASE_URL) it need not be stopped.`
}

try {
  process.exitCode = await runInviteOwner({
    argv: process.argv.slice(2),
    out: (line) => void process.stdout.write(`${line}\n`),
    open,
  })
} catch (error) {
  process.stderr.write(`Nobody was invited. ${reasonOf(error)}\n`)
  process.exitCode = 1
}

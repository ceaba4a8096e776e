import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { readConfig, type Config } from './config.ts'
import { lockFolder } from './db/folder-lock.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { demoLicensees } from './demo.ts'
import { createEmr } from './gateways/emr/create-emr.ts'
import { runImport, type ImportOptions } from './identity/account-import/run-import.ts'
import { createPasswords } from './identity/password.ts'
import { readLicensees, recordServerToken, type Licensee } from './licensees/licensee.ts'
import { checkOutgoingAddresses } from './outgoing-addresses.ts'
import { portalMigrations } from './places.ts'
import { buildSandbox } from './sandbox/sandbox.ts'
import { reasonOf } from './open-for-command.ts'

type Close = () => Promise<void> | void

const open: ImportOptions['open'] = async (practice) => {
  const config = readConfig(process.env)
  const closers: Close[] = []
  const close = async () => {
    for (const each of closers.splice(0).toReversed()) await each()
  }
  try {
    if (!config.databaseUrl) closers.push(lockFolder(config.dataDir, { port: 0, sandboxPort: 0, token: 'import' }))
    const licensees = config.licenseesFile ? readLicensees(config.licenseesFile) : await demoPractices(config, closers)
    for (const warning of checkOutgoingAddresses(config, { licensees })) process.stderr.write(`${warning}\n`)
    const licensee = licensees.find(({ id }) => id === practice)
    if (!licensee) throw new Error(`There is no practice ${practice}. ${knownAre(licensees)}`)
    const database = await openDatabase({ url: config.databaseUrl, folder: join(config.dataDir, 'portal') })
    closers.push(() => database.close())
    await migrate(database, portalMigrations)
    const emr = createEmr({ baseUrl: licensee.recordServer, token: recordServerToken(licensee) })
    closers.push(() => emr.close())
    const passwords = createPasswords({ memoryKib: config.passwordMemoryKib })
    return { db: database.db, emr, passwords, now: () => new Date(), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The practices of the sandbox; their record server runs as long as the import does, on a port of its own. */
async function demoPractices({ databaseUrl, dataDir }: Config, closers: Close[]): Promise<Licensee[]> {
  const database = await openDatabase({ url: databaseUrl, folder: join(dataDir, 'sandbox'), schema: 'sandbox' })
  closers.push(() => database.close())
  const sandbox = await buildSandbox({ database, token: randomBytes(24).toString('hex') })
  closers.push(() => sandbox.close())
  await sandbox.listen({ host: '127.0.0.1', port: 0 })
  return demoLicensees((sandbox.server.address() as AddressInfo).port) // a TCP server has an address with a port
}

function knownAre(licensees: readonly Licensee[]): string {
  return `There are: ${licensees.map(({ id }) => id).join(', ')}.`
}

try {
  process.exitCode = await runImport({
    argv: process.argv.slice(2),
    out: (line) => void process.stdout.write(`${line}\n`),
    open,
  })
} catch (error) {
  process.stderr.write(`The import stopped. ${reasonOf(error)}\n`)
  process.exitCode = 1
}

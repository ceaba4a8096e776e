import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { lockFolder } from './db/folder-lock.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase, type Database } from './db/open.ts'
import { demoAccounts, demoLicensees, makeDemoAccounts } from './demo.ts'
import { createEmr } from './gateways/emr/create-emr.ts'
import type { Emr } from './gateways/emr/emr.ts'
import { createScan } from './gateways/scan/create-scan.ts'
import { fillLastNameKeys } from './identity/account.store.ts'
import { createPasswords } from './identity/password.ts'
import type { Jobs } from './jobs/jobs.ts'
import { recordServerToken, type Licensee } from './licensees/licensee.ts'
import { openRedis } from './open-redis.ts'
import { openTransports, sandboxTransports } from './open-transports.ts'
import { builtClient, portalMigrations } from './places.ts'
import { loadRoutes } from './practice-loader/load-routes.ts'
import { directFolders } from './sandbox/direct/direct-folders.ts'
import { buildSandbox } from './sandbox/sandbox.ts'
import { sentenceFor } from './start-error.ts'

/** How long running requests may take to finish after the stop signal. */
const stopWithinMs = 10_000

/**
 * Starts the portal for the configured practices, or for the demo practices with the sandbox. Throws when something that
 * it needs is missing. The caller has checked the addresses that the portal connects to.
 */
export async function start(config: Config, configured?: readonly Licensee[]): Promise<void> {
  const licensees = configured ?? demoLicensees(config.sandboxPort)
  const token = randomBytes(24).toString('hex')
  const unlock = config.databaseUrl
    ? () => undefined
    : lockFolder(config.dataDir, { port: config.port, sandboxPort: config.sandboxPort, token })
  const closers: (() => Promise<unknown> | void)[] = [unlock]
  try {
    const database = await openDatabase({ url: config.databaseUrl, folder: join(config.dataDir, 'portal') })
    closers.unshift(() => database.close())
    await migrate(database, portalMigrations)
    await fillLastNameKeys(database.db)
    let jobs: Jobs | undefined // the portal's jobs; it starts after the sandbox
    const listJobs = async () => (await jobs?.list()) ?? []
    let notifyPort: number | undefined // of the portal too
    const sandbox = configured
      ? undefined
      : await startSandbox(config, { database, token, listJobs, notifyPort: () => notifyPort })
    if (sandbox) closers.unshift(sandbox.close)
    const { close: closeTransports, ...transports } = openTransports(
      config,
      sandbox ? { sandbox: sandboxTransports({ ...config, ...sandbox }) } : {},
    )
    closers.unshift(closeTransports)
    const redis = config.redisUrl ? openRedis(config.redisUrl) : undefined
    if (redis) closers.unshift(() => redis.quit().catch(() => redis.disconnect())) // it may be away
    const { emrOf, close: closeEmrs } = openEmrs(licensees)
    closers.unshift(closeEmrs)
    const { app, ...portal } = await buildApp({
      config,
      database,
      licensees,
      emrOf,
      transports,
      scan: createScan({ clamd: config.clamd }),
      redis,
      isAlone: !config.databaseUrl, // the lock on the folder guarantees it
      clientFolder: builtClient,
      controlToken: token,
    })
    jobs = portal.jobs
    notifyPort = portal.notifyPort
    closers.unshift(() => app.close())
    await app.listen({ host: config.host, port: config.port })
    stopOnSignal(closers)
    say(config, licensees)
  } catch (error) {
    await closeAll(closers)
    throw error
  }
}

interface SandboxParts {
  database: Database
  token: string
  listJobs: Jobs['list']
  /** Where the portal takes notifications about Direct messages. */
  notifyPort: () => number | undefined
}

/**
 * Starts the sandbox, which replaces the practices' record servers, on its own port; never with practices of a
 * deployment.
 */
async function startSandbox(
  config: Config,
  { database, token, listJobs, notifyPort }: SandboxParts,
): Promise<{ directPort: number; close: () => Promise<void> }> {
  const own = await openDatabase({
    url: config.databaseUrl,
    folder: join(config.dataDir, 'sandbox'),
    schema: 'sandbox',
  })
  const sandbox = await buildSandbox({ database: own, token, listJobs, portalPort: config.port })
  await sandbox.register(loadRoutes({ database: own, token }))
  const passwords = createPasswords({ memoryKib: config.passwordMemoryKib })
  await makeDemoAccounts({ db: database.db, passwords })
  await sandbox.listen({ host: '127.0.0.1', port: config.sandboxPort })
  await sandbox.takeMail(config.sandboxSmtpPort)
  const { hisp: folder } = directFolders(join(config.dataDir, 'direct'))
  const directPort = await sandbox.takeDirect({ folder, notifyPort })
  return {
    directPort,
    close: async () => {
      await sandbox.close()
      await own.close()
    },
  }
}

function openEmrs(licensees: readonly Licensee[]): {
  emrOf: (licensee: Licensee) => Emr
  close: () => Promise<unknown>
} {
  const byId = new Map(
    licensees.map((licensee) => [
      licensee.id,
      createEmr({ baseUrl: licensee.recordServer, token: recordServerToken(licensee) }),
    ]),
  )
  const emrOf = ({ id }: Licensee) => {
    const emr = byId.get(id)
    if (!emr) throw new Error(`no record server for ${id}`)
    return emr
  }
  return { emrOf, close: () => Promise.all([...byId.values()].map((emr) => emr.close())) }
}

/** Closes everything; an error of one is logged and does not keep the others open. */
async function closeAll(closers: readonly (() => Promise<unknown> | void)[]): Promise<void> {
  for (const close of closers) {
    try {
      await close()
    } catch (error) {
      process.stderr.write(`While stopping: ${sentenceFor(error)}\n`)
    }
  }
}

function stopOnSignal(closers: (() => Promise<unknown> | void)[]): void {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), stopWithinMs).unref()
    await closeAll(closers)
    process.exit(0)
  }
  process.on('SIGINT', () => void stop())
  process.on('SIGTERM', () => void stop())
}

function say(config: Config, licensees: readonly Licensee[]): void {
  const { port, sandboxPort, licenseesFile, tls, trustedProxies, production, clamd } = config
  const lines = licensees.map(({ name, hosts }) => `  ${name}: http://${hosts[0]}:${port}`)
  const accounts = licenseesFile
    ? []
    : [
        '',
        'Demo accounts (user name / password):',
        ...demoAccounts.map(
          ({ practice, login, password, at, what }) => `  ${practice}: ${login} / ${password}  at ${at}  (${what})`,
        ),
        '',
        `Mail and text messages of the sandbox: http://127.0.0.1:${sandboxPort}/outbox`,
        `The staff set up an authenticator app when they first sign in: http://127.0.0.1:${sandboxPort}/authenticator stands in for one.`,
      ]
  if (production && !clamd)
    process.stderr.write('CLAMD_HOST names no scanner: uploads are only checked for the test file of virus scanners.\n')
  if (tls && trustedProxies.length === 0)
    process.stderr.write(
      'PUBLIC_TLS is on, but TRUSTED_PROXIES names no proxy whose word for https counts: nobody can sign in.\n',
    )
  process.stdout.write(['The portal is ready:', ...lines, ...accounts, ''].join('\n'))
}

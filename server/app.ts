import Fastify, { type FastifyInstance } from 'fastify'
import type { Redis } from 'ioredis'
import type { Config } from './config.ts'
import type { Database } from './db/open.ts'
import { accountFeature } from './features/account/account.feature.ts'
import { homeFeature } from './features/home/home.feature.ts'
import { portalShell } from './features/home/home.shell.ts'
import { translateEmrError } from './practice-failure.ts'
import type { Emr } from './gateways/emr/emr.ts'
import { registerContract } from './http/contract-routes.ts'
import { registerDoors } from './http/doors.ts'
import { registerHealth } from './http/health.ts'
import { openLive } from './http/live.ts'
import { logOptions } from './http/log.ts'
import { registerProblems } from './http/problems.ts'
import { registerSessions } from './http/sessions.ts'
import { registerClient } from './http/static-client.ts'
import { registerUi } from './http/ui-routes.ts'
import type { Licensee } from './licensees/licensee.ts'
import { openSettingsBook } from './licensees/settings/settings-book.ts'
import { openLimiter } from './ui/limiter.ts'
import { assemblePortal, type Portal } from './ui/portal.ts'
import { keepSettings } from './ui/keep-settings.ts'
import { startSweeping } from './sweep.ts'

export interface AppDeps {
  config: Config
  database: Database
  licensees: readonly Licensee[]
  emrOf: (licensee: Licensee) => Emr
  redis?: Redis
  now?: () => Date
  /** Where the built client lies; without it only the HTTP surface is served. */
  clientFolder?: string
  /** Admits to the control calls of this machine, such as `practice:load`. */
  controlToken?: string
  log?: boolean
}

/** The hall: one factory for the process and for tests. Lists every feature. */
export async function buildApp(deps: AppDeps): Promise<{ app: FastifyInstance; portal: Portal }> {
  const { config, database, licensees, emrOf, redis, now = () => new Date() } = deps
  const { db } = database
  const app = Fastify({ ...logOptions(config, deps.log ?? true), trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false, bodyLimit: 64 * 1024, routerOptions: { ignoreTrailingSlash: true } })
  await registerDoors(app, { licensees, tls: config.tls })
  await registerSessions(app, { db, secret: config.sessionSecret, secure: config.tls, now })
  const book = await openSettingsBook(db, licensees.map(({ id }) => id))
  const hints = openLive(app, { licensees, redis })
  const routes = new Set<string>()
  const reachable = (route: string) => routes.has(route)
  const portal = assemblePortal({
    db, licensees, book, hints, now, limiter: openLimiter(redis), shell: portalShell({ reachable }), checksAnswers: !config.production,
    integratorToken: config.integratorToken, translate: translateEmrError,
    features: [accountFeature({ db, reachable }), homeFeature({ reachable })],
  })
  for (const { route } of portal.screens) routes.add(route)
  registerProblems(app, portal)
  registerHealth(app, { db, stopping: () => app.server.listening === false && started })
  registerUi(app, portal)
  await registerContract(app, portal)
  if (deps.clientFolder) await registerClient(app, deps.clientFolder)
  let started = false
  app.addHook('onListen', () => void (started = true))
  const stops = [...portal.features.map((feature) => feature.start?.()), startSweeping({ db, now, log: app.log }), keepSettings(portal, { emrOf, log: app.log })]
  app.addHook('onClose', async () => {
    await Promise.all(stops.map((stop) => stop?.()))
  })
  return { app, portal }
}

import Fastify, { type FastifyInstance } from 'fastify'
import type { Redis } from 'ioredis'
import type { Config } from './config.ts'
import type { Database } from './db/open.ts'
import { accountFeature } from './features/account/account.feature.ts'
import { makePatientAccount } from './features/account/make-account.ts'
import { adminFeature } from './features/admin/admin.feature.ts'
import { appointmentsFeature } from './features/appointments/appointments.feature.ts'
import { bookingFeature } from './features/booking/booking.feature.ts'
import { homeFeature } from './features/home/home.feature.ts'
import { portalShell } from './features/home/home.shell.ts'
import { translateEmrError } from './practice-failure.ts'
import type { Emr } from './gateways/emr/emr.ts'
import { registerControl } from './http/control.ts'
import { registerContract } from './http/contract-routes.ts'
import { registerDoors } from './http/doors.ts'
import { registerHealth } from './http/health.ts'
import { openLive } from './http/live.ts'
import type { LogTarget } from './http/log.ts'
import { registerProblems } from './http/problems.ts'
import { serverOptions } from './http/server-options.ts'
import { registerSessions } from './http/sessions.ts'
import { registerClient } from './http/static-client.ts'
import { registerUi } from './http/ui-routes.ts'
import type { Licensee } from './licensees/licensee.ts'
import { openSettingsBook } from './licensees/settings/settings-book.ts'
import { screensReading } from './ui/catalog.ts'
import type { Feature } from './ui/definitions.ts'
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
  /** Where the log goes; false for nowhere. Default standard output. */
  log?: LogTarget
  /** Further rooms, such as those of a test. */
  moreFeatures?: readonly Feature[]
}

/** The hall: one factory for the process and for tests. Lists every feature. */
export async function buildApp(deps: AppDeps): Promise<{ app: FastifyInstance; portal: Portal }> {
  const { config, database, licensees, emrOf, redis, now = () => new Date() } = deps
  const { db } = database
  const app: FastifyInstance = Fastify(serverOptions(config, deps.log ?? true))
  await registerDoors(app, { licensees, tls: config.tls })
  await registerSessions(app, { db, secret: config.sessionSecret, secure: config.tls, now })
  const book = await openSettingsBook(db, licensees)
  const hints = openLive(app, { licensees, redis })
  const routes = new Set<string>()
  const reachable = (route: string) => routes.has(route)
  const portal = assemblePortal({
    db,
    licensees,
    book,
    hints,
    now,
    limiter: openLimiter(redis),
    shell: portalShell({ reachable }),
    checksAnswers: !config.production,
    integratorToken: config.integratorToken,
    translate: translateEmrError,
    features: [
      accountFeature({ db, reachable }),
      homeFeature({ reachable }),
      appointmentsFeature({ emrOf, reachable }),
      bookingFeature({ db, licensees, emrOf, now, publish: (topics) => hints.publish({ topics }), log: app.log }),
      adminFeature({ book, reachable, screensFor: (name) => screensReading(portal, name) }),
      ...(deps.moreFeatures ?? []),
    ],
  })
  for (const { route } of portal.screens) routes.add(route)
  registerProblems(app, portal)
  registerHealth(app, { db, stopping: () => app.server.listening === false && started })
  registerUi(app, portal)
  await registerContract(app, portal)
  if (deps.controlToken)
    registerControl(app, { token: deps.controlToken, makeAccount: (request) => makePatientAccount(db, request) })
  if (deps.clientFolder) await registerClient(app, deps.clientFolder)
  let started = false
  app.addHook('onListen', () => void (started = true))
  const stops = [
    ...portal.features.map((feature) => feature.start?.()),
    startSweeping({ db, now, ended: (hash) => hints.endSession(hash), log: app.log }),
    keepSettings(portal, { emrOf, log: app.log }),
  ]
  app.addHook('onClose', async () => {
    await Promise.all(stops.map(async (stop) => stop?.()))
  })
  return { app, portal }
}

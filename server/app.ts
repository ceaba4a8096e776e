import Fastify, { type FastifyInstance } from 'fastify'
import type { Redis } from 'ioredis'
import type { Config } from './config.ts'
import type { Database } from './db/open.ts'
import { accountFeature } from './features/account/account.feature.ts'
import { createSeal } from './features/account/seal.ts'
import { makePatientAccount } from './features/account/make-account.ts'
import { adminFeature } from './features/admin/admin.feature.ts'
import { appointmentsFeature } from './features/appointments/appointments.feature.ts'
import { bookingFeature } from './features/booking/booking.feature.ts'
import { formsFeature } from './features/forms/forms.feature.ts'
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
import { openOutward, type OutwardOptions } from './http/outward.ts'
import { registerProblems } from './http/problems.ts'
import { serverOptions } from './http/server-options.ts'
import { accountSessions, registerSessions } from './http/sessions.ts'
import { registerClient } from './http/static-client.ts'
import { registerUi } from './http/ui-routes.ts'
import { visitorCookies } from './http/visitor-cookies.ts'
import type { Licensee } from './licensees/licensee.ts'
import { openSettingsBook, type SettingsBook } from './licensees/settings/settings-book.ts'
import { openAudit } from './ui/audit.ts'
import type { Post } from './open-post.ts'
import { openOutbox } from './outbox/open-outbox.ts'
import type { Outbox } from './outbox/outbox.ts'
import { activityWords, screensReading } from './ui/catalog.ts'
import type { Feature } from './ui/definitions.ts'
import type { Hints } from './ui/hints.ts'
import { openLimiter } from './ui/limiter.ts'
import { assemblePortal, type Portal } from './ui/portal.ts'
import { keepSettings } from './ui/keep-settings.ts'
import { startSweeping } from './sweep.ts'

export interface AppDeps {
  config: Config
  database: Database
  licensees: readonly Licensee[]
  emrOf: (licensee: Licensee) => Emr
  /** What takes letters; without it none goes out. */
  post?: Post
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
  const fromName = (licenseeId: string) => book.value(licenseeId, 'LicenseeName')
  const outbox = openOutbox({ mailFrom: '', ...deps.post, db, now, log: app.log, fromName })
  const routes = new Set<string>()
  const reachable = (route: string) => routes.has(route)
  const portal = assemblePortal({
    db,
    licensees,
    book,
    hints,
    now,
    limiter: openLimiter(redis),
    audit: openAudit(db),
    shell: portalShell({ reachable }),
    checksAnswers: !config.production,
    integratorToken: config.integratorToken,
    translate: translateEmrError,
    features: rooms({ deps, app, book, hints, outbox, reachable, now, portal: () => portal }),
  })
  for (const { route } of portal.screens) routes.add(route)
  registerProblems(app, portal)
  registerHealth(app, { db, stopping: () => app.server.listening === false && started })
  registerUi(app, portal, visitorCookies({ secret: config.sessionSecret, secure: config.tls }))
  await registerContract(app, portal)
  if (deps.controlToken)
    registerControl(app, { token: deps.controlToken, makeAccount: (request) => makePatientAccount(db, request) })
  if (deps.clientFolder) await registerClient(app, deps.clientFolder)
  let started = false
  app.addHook('onListen', () => void (started = true))
  const stops = [
    outbox.start(),
    ...portal.features.map((feature) => feature.start?.()),
    startSweeping({ db, now, ended: (hash) => hints.endSession(hash), log: app.log }),
    keepSettings(portal, { emrOf, log: app.log }),
  ]
  app.addHook('onClose', async () => {
    await Promise.all(stops.map(async (stop) => stop?.()))
  })
  return { app, portal }
}

interface Hall {
  deps: AppDeps
  app: FastifyInstance
  book: SettingsBook
  hints: Hints
  outbox: Outbox
  reachable: (route: string) => boolean
  now: () => Date
  /** Once it is assembled. */
  portal: () => Portal
}

/** Every room of the portal, with what it needs. */
function rooms({ deps, app, book, hints, outbox, reachable, now, portal }: Hall): Feature[] {
  const { config, licensees, emrOf, moreFeatures = [] } = deps
  const { db } = deps.database
  return [
    accountFeature({
      db,
      emrOf,
      outbox,
      reachable,
      now,
      log: app.log,
      seal: createSeal(config.sessionSecret),
      activityWords: () => activityWords(portal()),
      sessions: accountSessions({ db, hints, now }),
    }),
    homeFeature({ reachable }),
    appointmentsFeature({ emrOf, reachable }),
    bookingFeature({ db, licensees, emrOf, now, publish: (topics) => hints.publish({ topics }), log: app.log }),
    formsFeature({ emrOf, leadOut: openOutward(app, formPages(config, now)) }),
    adminFeature({ book, reachable, screensFor: (name) => screensReading(portal(), name) }),
    ...moreFeatures,
  ]
}

/** The practice's own pages, to which a form leads. */
function formPages({ sessionSecret }: Config, now: () => Date): OutwardOptions {
  const seal = createSeal(`ways out: ${sessionSecret}`) // a key of its own
  return { seal, now, under: '/practice/forms', elsewhere: '/user/home/Forms' }
}

import { createAppointmentLinks } from './practice/appointment-links.ts'
import { createHmac } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Redis } from 'ioredis'
import type { Config } from './config.ts'
import type { Database } from './db/open.ts'
import { createEncryption } from './encryption.ts'
import { features, type FeatureMaker } from './features.ts'
import type { Emr } from './gateways/emr/emr.ts'
import { createScan } from './gateways/scan/create-scan.ts'
import type { Scan } from './gateways/scan/scan.ts'
import { createCallPasses } from './http/call-pass.ts'
import type { CallAdmission } from './http/calls.ts'
import { registerContract } from './http/contract-routes.ts'
import { registerControl } from './http/control.ts'
import { registerRequestChecks } from './http/request-checks.ts'
import { registerFiles } from './http/file-routes.ts'
import { registerHealth } from './http/health.ts'
import { openLive } from './http/live.ts'
import type { LogTarget } from './http/log.ts'
import { registerProblems } from './http/problems.ts'
import { serverOptions } from './http/server-options.ts'
import { accountSessions, registerSessions } from './http/sessions.ts'
import { registerSignedRedirect } from './http/signed-redirect.ts'
import { registerClient } from './http/static-client.ts'
import { registerUi } from './http/ui-routes.ts'
import { visitorCookies } from './http/visitor-cookies.ts'
import { mayStayIn } from './identity/account.store.ts'
import { identityMessages } from './identity/identity.messages.ts'
import { makePatientAccount } from './identity/make-account.ts'
import { createPasswords } from './identity/password.ts'
import { callIssuer } from './issue-call.ts'
import type { Jobs } from './jobs/jobs.ts'
import { openJobs } from './jobs/open-jobs.ts'
import type { Licensee } from './licensees/licensee.ts'
import { openSettingsBook } from './licensees/settings/settings-book.ts'
import type { Post } from './open-post.ts'
import { outboxJobs } from './outbox/deliver-message.ts'
import { openOutbox } from './outbox/open-outbox.ts'
import { translateEmrError } from './practice-failure.ts'
import { callListeners } from './practice/extension-points.ts'
import { routes } from './practice/routes.ts'
import { portalShell } from './practice/shell.ts'
import { openAudit } from './protocol/audit.ts'
import { openExtensions, type Uses } from './protocol/extension-point.ts'
import { hearSettings, keepSettings } from './protocol/keep-settings.ts'
import { openLimiter } from './protocol/limiter.ts'
import { createLinkTokens } from './protocol/link-tokens.ts'
import { portalIndex } from './protocol/portal-index.ts'
import { assemblePortal, type Portal } from './protocol/portal.ts'
import type { Services } from './services.ts'
import { sweepEnded } from './sweep.ts'

export interface AppDeps {
  config: Config
  database: Database
  licensees: readonly Licensee[]
  emrOf: (licensee: Licensee) => Emr
  /** What takes letters; without it none goes out. */
  post?: Post
  /** What looks for viruses; without it, a check that knows the test file only. */
  scan?: Scan
  redis?: Redis
  /** No other process uses the database. */
  isAlone?: boolean
  now?: () => Date
  /** Where the built client lies; without it only the HTTP surface is served. */
  clientFolder?: string
  /** Admits to the control calls of this machine, such as `practice:load`. */
  controlToken?: string
  /** Where the log goes; false for nowhere. Default standard output. */
  log?: LogTarget
  /** Default those of `features.ts`. */
  features?: readonly FeatureMaker[]
}

/** Makes the services, then the features of `features.ts`, then the Fastify application: for the process and for tests. */
export async function buildApp(deps: AppDeps): Promise<{ app: FastifyInstance; portal: Portal; jobs: Jobs }> {
  const { config, database, licensees, emrOf, redis, now = () => new Date() } = deps
  const { db } = database
  const app: FastifyInstance = Fastify(serverOptions(config, deps.log ?? true))
  await registerRequestChecks(app, { licensees, tls: config.tls })
  await registerSessions(app, {
    db,
    secret: config.sessionSecret,
    secure: config.tls,
    now,
    mayStayIn: (person) => mayStayIn(db, person),
  })
  const { uses, collect } = openExtensions()
  const passes = createCallPasses(config.sessionSecret)
  const hints = openLive(app, { licensees, redis, calls: { passes, now, ...callEvents(uses) } })
  const settings = await openSettingsBook(db, licensees)
  const fromName = (licenseeId: string) => settings.value(licenseeId, 'LicenseeName')
  const jobs = openJobs({ database, now, log: app.log, isAlone: deps.isAlone })
  const sending = { mailFrom: '', ...deps.post, db, now, log: app.log, fromName, jobs }
  const index = portalIndex(() => portal)
  const services: Services = {
    db,
    licensees,
    emrOf,
    now,
    log: app.log,
    settings,
    outbox: openOutbox(sending),
    jobs,
    publish: (topics) => hints.publish({ topics }),
    sessions: accountSessions({ db, hints, now }),
    passwords: createPasswords({ memoryKib: config.passwordMemoryKib }),
    encryption: createEncryption(config.sessionSecret),
    linkTokens: createLinkTokens(config.sessionSecret),
    appointmentLinks: createAppointmentLinks(config.sessionSecret),
    signedRedirect: registerSignedRedirect(app, {
      encryption: createEncryption(`ways out: ${config.sessionSecret}`), // a key of its own
      now,
      under: '/practice/forms',
      fallback: routes.forms,
    }),
    issueCall: callIssuer({ ...config, passes }),
    scan: deps.scan ?? createScan(),
    index,
    uses,
  }
  const portal = assemblePortal({
    db,
    licensees,
    book: settings,
    hints,
    now,
    limiter: openLimiter(redis),
    audit: openAudit(db),
    fingerprint: (text) => createHmac('sha256', config.sessionSecret).update(text).digest('base64url'),
    shell: portalShell(index),
    carryWithinMs: 300,
    checksAnswers: !config.production,
    integratorToken: config.integratorToken,
    translate: translateEmrError,
    messages: [identityMessages],
    features: (deps.features ?? features).map((make) => make(services)),
  })
  collect(portal.features.flatMap((feature) => feature.extends))
  await registerRoutes(app, portal, deps)
  if (deps.controlToken)
    registerControl(app, {
      token: deps.controlToken,
      makeAccount: (request) => makePatientAccount(services, request),
    })
  hearSettings(portal, app.log)
  const stopJobs = await jobs.start([
    ...outboxJobs(sending),
    sweepEnded.using({ db, now, ended: (hash) => hints.endSession(hash) }),
    keepSettings.using({ portal, emrOf, askedAt: new Map() }),
    ...portal.features.flatMap((feature) => feature.jobs),
  ])
  app.addHook('onClose', stopJobs)
  return { app, portal, jobs }
}

async function registerRoutes(app: FastifyInstance, portal: Portal, { config, clientFolder }: AppDeps): Promise<void> {
  const cookies = visitorCookies({ secret: config.sessionSecret, secure: config.tls })
  registerProblems(app, portal)
  registerHealth(app, portal)
  await registerUi(app, portal, cookies)
  registerFiles(app, portal, cookies)
  await registerContract(app, portal)
  if (clientFolder) await registerClient(app, clientFolder)
}

/** Tells the features that listen what happens in calls. */
function callEvents(uses: Uses): Pick<CallAdmission, 'heard' | 'hasEnded'> {
  return {
    heard: async (event) => {
      await Promise.all(uses(callListeners).map((listener) => listener.heard(event)))
    },
    hasEnded: async (call) => {
      const ended = await Promise.all(uses(callListeners).map((listener) => listener.hasEnded(call)))
      return ended.includes(true)
    },
  }
}

import Fastify, { type FastifyInstance } from 'fastify'
import type { Redis } from 'ioredis'
import { practiceSettings } from './licensees/settings/practice.settings.ts'
import { billingSettings } from './practice/billing/billing.settings.ts'
import { createAppointmentLinks } from './practice/appointment-links.ts'
import { publicAddress, type Config } from './config.ts'
import type { Database } from './db/open.ts'
import { createCipher } from './encryption.ts'
import { encryptClearValues, openEncryption } from './stored-encryption.ts'
import { features, type FeatureMaker } from './features.ts'
import { createCards } from './gateways/cards/create-cards.ts'
import type { Cards } from './gateways/cards/cards.ts'
import type { Emr } from './gateways/emr/emr.ts'
import { createScan } from './gateways/scan/create-scan.ts'
import type { Scan } from './gateways/scan/scan.ts'
import { createReceiveFile } from './practice/files/receive-file.ts'
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
import { registerCompression } from './http/compression.ts'
import { registerClient } from './http/static-client.ts'
import { registerUi } from './http/ui-routes.ts'
import { visitorCookies, type VisitorCookies } from './http/visitor-cookies.ts'
import { mayStayIn } from './identity/account.store.ts'
import { identityMessages } from './identity/identity.messages.ts'
import { makePatientAccount } from './identity/make-account.ts'
import { createPasswords } from './identity/password.ts'
import { callIssuer } from './issue-call.ts'
import type { Work } from './jobs/job.ts'
import type { Jobs } from './jobs/jobs.ts'
import { openJobs } from './jobs/open-jobs.ts'
import type { Licensee } from './licensees/licensee.ts'
import { readLogoState } from './licensees/logo.store.ts'
import { coreSettings } from './licensees/settings/core-settings.ts'
import { encryptStoredSecrets, openSettingsStore } from './licensees/settings/settings-store.ts'
import type { Transports } from './open-transports.ts'
import { outboxJobs } from './outbox/deliver-message.ts'
import type { Sending } from './outbox/hand-over.ts'
import { openOutbox } from './outbox/open-outbox.ts'
import { translateFailure } from './practice-failure.ts'
import { callListeners, directNotifications } from './practice/extension-points.ts'
import { mayHear } from './practice/patient-topics.ts'
import { paths } from './practice/paths.ts'
import { fillRecipientKeys } from './outbox/outbox.store.ts'
import { recipientKey, sentMessagesTopic } from './practice/patient-page.ts'
import { mailLogo } from './practice/practice-logo.ts'
import { portalShell } from './practice/shell.ts'
import { themeOf } from './practice/theme.ts'
import { markOf } from './licensees/practice-name.ts'
import { phone } from './protocol/block-builders.ts'
import type { Context } from './protocol/context.ts'
import { chainAudit } from './protocol/audit-chain.ts'
import { openAudit } from './protocol/audit.ts'
import { openExtensions, type Uses } from './protocol/extension-point.ts'
import { readFirstSettings, reloadOnHints, syncSettings } from './protocol/sync-settings.ts'
import { openLimiter } from './protocol/limiter.ts'
import { createLinkTokens } from './protocol/link-tokens.ts'
import { portalIndex } from './protocol/portal-index.ts'
import { documentMessages } from './practice/documents.messages.ts'
import { draftMessages } from './practice/drafts/drafts.messages.ts'
import { visitRecordPickerMessages } from './practice/visit-record-picker.messages.ts'
import { assemblePortal, type Portal } from './protocol/portal.ts'
import type { Services } from './services.ts'
import { deleteExpired } from './delete-expired.ts'

export interface AppDeps {
  config: Config
  database: Database
  licensees: readonly Licensee[]
  emrOf: (licensee: Licensee) => Emr
  /** The limit for each call to a card processor; default 15 seconds. */
  cardTimeoutMs?: number
  /** The mail and SMS transports. Without them no message is sent. */
  transports?: Transports
  /** The virus scanner. Without one, a check detects the EICAR test file only. */
  scan?: Scan
  redis?: Redis
  /** True if no other process uses the database. */
  isAlone?: boolean
  now?: () => Date
  /** The folder of the built client. Without it, only the HTTP interface is served. */
  clientFolder?: string
  /** Authorizes the control calls of this machine, such as `practice:load`. */
  controlToken?: string
  /** The log target; false turns logging off. Default: standard output. */
  log?: LogTarget
  /** Default: the features of `features.ts`. */
  features?: readonly FeatureMaker[]
}

export interface BuiltApp {
  app: FastifyInstance
  portal: Portal
  jobs: Jobs
  /** Where notifications about Direct messages are taken. */
  notifyPort?: number
}

/**
 * Builds the services, then the features of `features.ts`, then the Fastify application. The process and the tests use
 * it.
 */
export async function buildApp(deps: AppDeps): Promise<BuiltApp> {
  const { config, database, licensees, emrOf, redis, now = () => new Date() } = deps
  const { db } = database
  const { options, hostOf } = serverOptions(config, deps.log ?? true)
  const app: FastifyInstance = Fastify(options)
  await registerRequestChecks(app, {
    licensees,
    hostOf,
    tls: config.tls,
    frameOriginOf: ({ cards }) => cards?.frameOrigin,
    tokens: [config.integratorToken, deps.controlToken].filter((token) => token !== undefined),
  })
  await registerSessions(app, {
    db,
    secret: config.sessionSecret,
    secure: config.tls,
    now,
    mayStayIn,
  })
  const { uses, collect } = openExtensions()
  const passes = createCallPasses(config.sessionSecret)
  const hints = openLive(app, {
    licensees,
    hostOf,
    encryption: createCipher(`as of: ${config.sessionSecret}`), // separates the keys
    redis,
    mayHear,
    calls: { passes, now, ...callEvents(uses) },
  })
  const encryption = await openEncryption(db, config)
  const recipientKeyOf = (recipient: string) => recipientKey(encryption, recipient)
  await fillRecipientKeys(db, recipientKeyOf)
  await encryptClearValues(db, encryption)
  const settings = await openSettingsStore(db, licensees, encryption)
  const practiceOf = (licenseeId: string) => {
    const name = settings.value(licenseeId, practiceSettings.LicenseeName)
    return {
      name,
      mark: markOf(name),
      phone: phone(settings.value(licenseeId, practiceSettings.Practice_Phone)),
      color: themeOf({ setting: (setting) => settings.value(licenseeId, setting) }).primary,
    }
  }
  const logoOf = async (licenseeId: string) => {
    const licensee = licensees.find(({ id }) => id === licenseeId)
    if (!licensee) return undefined
    const setting: Context['setting'] = (each) => settings.value(licenseeId, each)
    return mailLogo({ licensee, setting }, { db, emrOf, log: app.log })
  }
  const jobs = openJobs({ database, now, log: app.log, isAlone: deps.isAlone })
  const changed: Sending['changed'] = ({ licenseeId, recipientKey: key }) => {
    if (key !== null) hints.publish({ topics: [sentMessagesTopic({ licenseeId, key })] })
  }
  const sending = {
    mailFrom: '',
    ...deps.transports,
    db,
    encryption,
    now,
    log: app.log,
    practiceOf,
    recipientKeyOf,
    logoOf,
    changed,
    jobs,
  }
  const index = portalIndex(() => portal)
  const { cardsOf, close: closeCards } = openCards(licensees, { settings, timeoutMs: deps.cardTimeoutMs })
  const limiter = openLimiter({ db, fingerprint: encryption.fingerprint, redis })
  const services: Services = {
    db,
    licensees,
    emrOf,
    cardsOf,
    now,
    log: app.log,
    settings,
    outbox: openOutbox(sending),
    direct: deps.transports?.direct?.gateway,
    jobs,
    publish: (topics) => hints.publish({ topics }),
    sessions: accountSessions({ db, hints, now }),
    countedTries: limiter,
    passwords: createPasswords({ memoryKib: config.passwordMemoryKib }),
    encryption,
    cipher: createCipher(config.sessionSecret),
    linkTokens: createLinkTokens(config.sessionSecret),
    appointmentLinks: createAppointmentLinks(config.sessionSecret),
    signedRedirect: registerSignedRedirect(app, {
      encryption: createCipher(`ways out: ${config.sessionSecret}`), // separates the keys
      now,
      under: '/practice/forms',
      fallback: paths.forms.route,
    }),
    issueCall: callIssuer({ ...config, passes }),
    receiveFile: createReceiveFile(deps.scan ?? createScan()),
    index,
    uses,
  }
  const portal = assemblePortal({
    db,
    licensees,
    settings: settings,
    hints,
    now,
    limiter,
    audit: openAudit(db),
    fingerprint: services.encryption.fingerprint,
    effectEncryption: encryption,
    shell: portalShell(index, {
      translate: translateFailure,
      logoStateOf: (licenseeId) => readLogoState(db, licenseeId),
    }),
    carryWithinMs: 300,
    checksAnswers: !config.production,
    integratorToken: config.integratorToken,
    publicAddress: () => publicAddress(config, listeningPort(app)),
    translate: translateFailure,
    messages: [identityMessages, documentMessages, draftMessages, visitRecordPickerMessages],
    coreSettings,
    features: (deps.features ?? features).map((make) => make(services)),
  })
  await encryptStoredSecrets(db, portal.settingsByName.values(), encryption)
  collect(portal.features.flatMap((feature) => feature.extends))
  const cookies = visitorCookies({ secret: config.sessionSecret, secure: config.tls, hostOf })
  await registerRoutes(app, portal, { ...deps, cookies })
  if (deps.controlToken)
    registerControl(app, {
      token: deps.controlToken,
      makeAccount: (request) => makePatientAccount(services, request),
    })
  reloadOnHints(portal, app.log)
  const settingsSync = syncSettings.using({ portal, licensees, emrOf, lastReadAt: new Map() })
  await readFirstSettings(settingsSync)
  const ended = (hash: string) => hints.endSession(hash)
  const ownJobs = [...portalJobs({ sending, ended, licensees }), settingsSync]
  const stopJobs = await jobs.start([...ownJobs, ...portal.features.flatMap((feature) => feature.jobs)])
  app.addHook('onClose', async () => {
    await stopJobs()
    await closeCards()
  })
  const notifyPort = await deps.transports?.direct?.receive({
    hear: async (notification) => {
      await Promise.all(uses(directNotifications).map((hear) => hear(notification)))
    },
    log: app.log,
  })
  return { app, portal, jobs, notifyPort }
}

interface PortalJobs {
  sending: Parameters<typeof outboxJobs>[0]
  ended: (sessionHash: string) => void
  licensees: readonly Licensee[]
}

/** The jobs that are kept in the database and belong to no feature. */
export function portalJobs({ sending, ended, licensees }: PortalJobs): Work[] {
  const { db, now } = sending
  return [...outboxJobs(sending), deleteExpired.using({ db, now, ended }), chainAudit.using({ db, now, licensees })]
}

type RouteDeps = Pick<AppDeps, 'clientFolder' | 'redis'> & { cookies: VisitorCookies }

async function registerRoutes(
  app: FastifyInstance,
  portal: Portal,
  { clientFolder, redis, cookies }: RouteDeps,
): Promise<void> {
  await registerCompression(app)
  registerProblems(app, portal)
  registerHealth(app, { ...portal, redis })
  await registerUi(app, portal, cookies)
  registerFiles(app, portal, cookies)
  await registerContract(app, portal)
  if (clientFolder) await registerClient(app, portal, { folder: clientFolder, cookies })
}

/** The card processors of the practices that have one; each is asked with the key of its practice. */
function openCards(
  licensees: readonly Licensee[],
  { settings, timeoutMs }: { settings: Services['settings']; timeoutMs: number | undefined },
): Pick<Services, 'cardsOf'> & { close: () => Promise<unknown> } {
  const byId = new Map<string, Cards>()
  for (const { id, cards } of licensees) {
    if (!cards) continue
    const key = () => settings.value(id, billingSettings.Card_Payment_Key)
    byId.set(id, createCards({ baseUrl: cards.server, frameOrigin: cards.frameOrigin, key, timeoutMs }))
  }
  return {
    cardsOf: ({ id }) => byId.get(id),
    close: () => Promise.all([...byId.values()].map((cards) => cards.close())),
  }
}

/** Passes the events of calls to the features that listen for them. */
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

/** Undefined before the portal listens. */
function listeningPort({ server }: FastifyInstance): number | undefined {
  const address = server.address()
  return typeof address === 'object' ? address?.port : undefined
}

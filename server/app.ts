import { createHmac } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Redis } from 'ioredis'
import { openAroundVisits } from './around-visits.ts'
import type { Config } from './config.ts'
import type { Database } from './db/open.ts'
import { accountFeature } from './features/account/account.feature.ts'
import { createMailOf } from './features/account/mail-of.ts'
import { createSeal } from './features/account/seal.ts'
import { mayStayIn } from './features/account/account.store.ts'
import { makePatientAccount } from './features/account/make-account.ts'
import { createPasswords, type Passwords } from './features/account/password.ts'
import { adminFeature } from './features/admin/admin.feature.ts'
import { appointmentsFeature } from './features/appointments/appointments.feature.ts'
import { calendarAddress, calendarFolder, loadCalendarFile } from './features/appointments/calendar-file.ts'
import { calendarOffered } from './practice/appointment-changes.rules.ts'
import { openBooking } from './features/booking/booking.feature.ts'
import { loadPhoto, photoFolder } from './features/booking/photos.ts'
import { formsFeature } from './features/forms/forms.feature.ts'
import { homeFeature } from './features/home/home.feature.ts'
import { portalShell } from './features/home/home.shell.ts'
import { createVisitLinks } from './features/visits/visit-links.ts'
import { openVisits, type VisitsOptions, type VisitsRoom } from './features/visits/visits.feature.ts'
import { translateEmrError } from './practice-failure.ts'
import type { Emr } from './gateways/emr/emr.ts'
import { createScan } from './gateways/scan/create-scan.ts'
import type { Scan } from './gateways/scan/scan.ts'
import { createCallPasses, type CallPasses } from './http/call-pass.ts'
import type { CallDoor } from './http/calls.ts'
import { registerControl } from './http/control.ts'
import { registerContract } from './http/contract-routes.ts'
import { registerDoors } from './http/doors.ts'
import { registerFileRoute, type FileRoute } from './http/file-route.ts'
import { registerHealth } from './http/health.ts'
import { openLive } from './http/live.ts'
import type { LogTarget } from './http/log.ts'
import { openOutward, type OutwardOptions } from './http/outward.ts'
import { registerPhotoRoute, type PhotoRoute } from './http/photo-route.ts'
import { registerProblems } from './http/problems.ts'
import { serverOptions } from './http/server-options.ts'
import { accountSessions, registerSessions } from './http/sessions.ts'
import { registerClient } from './http/static-client.ts'
import { registerUi } from './http/ui-routes.ts'
import { visitorCookies } from './http/visitor-cookies.ts'
import { iceServersFor } from './ice-servers.ts'
import type { Licensee } from './licensees/licensee.ts'
import { appointmentsOffered, bookingOffered } from './practice/offered.ts'
import { openSettingsBook, type SettingsBook } from './licensees/settings/settings-book.ts'
import { openAudit } from './protocol/audit.ts'
import type { Post } from './open-post.ts'
import { openOutbox } from './outbox/open-outbox.ts'
import type { Outbox } from './outbox/outbox.ts'
import { activityWords, screensReading } from './protocol/catalog.ts'
import type { Feature } from './protocol/definitions.ts'
import type { Hints } from './protocol/hints.ts'
import { patientsAndGuardians } from './protocol/guard.ts'
import { openLimiter } from './protocol/limiter.ts'
import { createLinkTokens } from './protocol/link-tokens.ts'
import { assemblePortal, type Portal } from './protocol/portal.ts'
import { keepSettings } from './protocol/keep-settings.ts'
import { startSweeping } from './sweep.ts'
import { routes } from './practice/routes.ts'

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
  await registerSessions(app, {
    db,
    secret: config.sessionSecret,
    secure: config.tls,
    now,
    mayStayIn: (person) => mayStayIn(db, person),
  })
  const book = await openSettingsBook(db, licensees)
  const { visits, calls } = videoVisits(deps, { app, now, publish: (topics) => hints.publish({ topics }) })
  const hints = openLive(app, { licensees, redis, calls })
  const fromName = (licenseeId: string) => book.value(licenseeId, 'LicenseeName')
  const outbox = openOutbox({ mailFrom: '', ...deps.post, db, now, log: app.log, fromName })
  const passwords = createPasswords({ memoryKib: config.passwordMemoryKib })
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
    fingerprint: (text) => createHmac('sha256', config.sessionSecret).update(text).digest('base64url'),
    shell: portalShell({ reachable }),
    checksAnswers: !config.production,
    integratorToken: config.integratorToken,
    translate: translateEmrError,
    features: rooms({ deps, app, book, hints, outbox, passwords, visits, reachable, now, portal: () => portal }),
  })
  for (const { route } of portal.screens) routes.add(route)
  registerProblems(app, portal)
  registerHealth(app, { db })
  const cookies = visitorCookies({ secret: config.sessionSecret, secure: config.tls })
  await registerUi(app, portal, cookies)
  registerFileRoute(app, { portal, cookies }, calendarFiles(emrOf))
  registerPhotoRoute(app, { portal, cookies }, photos(emrOf))
  await registerContract(app, portal)
  if (deps.controlToken)
    registerControl(app, {
      token: deps.controlToken,
      makeAccount: (request) => makePatientAccount({ db, passwords }, request),
    })
  if (deps.clientFolder) await registerClient(app, deps.clientFolder)
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
  passwords: Passwords
  visits: VisitsRoom
  reachable: (route: string) => boolean
  now: () => Date
  /** Once it is assembled. */
  portal: () => Portal
}

/** Every room of the portal, with what it needs. */
function rooms({ deps, app, book, hints, outbox, passwords, visits, reachable, now, portal }: Hall): Feature[] {
  const { config, licensees, emrOf, moreFeatures = [] } = deps
  const { db } = deps.database
  const publish = (topics: string[]) => hints.publish({ topics })
  const waitingMail = {
    settingOf: book.value,
    mailOf: createMailOf({ db, emrOf }, now),
    post: outbox.post,
  }
  const leadOut = openOutward(app, formPages(config, now))
  const tokens = createLinkTokens(config.sessionSecret)
  const scan = deps.scan ?? createScan()
  const around = openAroundVisits({ db, licensees, emrOf, now, log: app.log, tokens, leadOut, reachable, scan })
  const { links } = around
  const arrivalLink = links.upcoming
  const booking = openBooking({
    db,
    licensees,
    emrOf,
    now,
    publish,
    log: app.log,
    calendarAddress,
    arrivalLink,
    mail: waitingMail,
  })
  return [
    accountFeature({
      db,
      emrOf,
      outbox,
      reachable,
      now,
      log: app.log,
      seal: createSeal(config.sessionSecret),
      passwords,
      activityWords: () => activityWords(portal()),
      sessions: accountSessions({ db, hints, now }),
      leaving: booking.leaving,
    }),
    homeFeature({ reachable }),
    appointmentsFeature({
      emrOf,
      reachable,
      visitAddress: visits.addressOf,
      calendarAddress,
      freed: booking.freed,
      links,
    }),
    booking.feature,
    visits.feature,
    formsFeature({ emrOf, leadOut }),
    ...around.features,
    adminFeature({ book, reachable, screensFor: (name) => screensReading(portal(), name) }),
    ...moreFeatures,
  ]
}

/** Upcoming appointments as files for a calendar. */
function calendarFiles(emrOf: AppDeps['emrOf']): FileRoute {
  return {
    under: calendarFolder,
    event: 'file:appointments.calendar',
    guard: patientsAndGuardians,
    offered: (reads) => appointmentsOffered(reads) && calendarOffered(reads),
    load: (context, id) => loadCalendarFile(emrOf, context, id),
  }
}

/** Providers and locations, as booking shows them. */
function photos(emrOf: AppDeps['emrOf']): PhotoRoute {
  return {
    under: photoFolder,
    guard: patientsAndGuardians,
    offered: bookingOffered,
    load: (context, photo) => loadPhoto(emrOf(context.licensee), photo),
  }
}

/** The practice's own pages, to which a form leads. */
function formPages({ sessionSecret }: Config, now: () => Date): OutwardOptions {
  const seal = createSeal(`ways out: ${sessionSecret}`) // a key of its own
  return { seal, now, under: '/practice/forms', elsewhere: routes.forms }
}

/** The room of video visits, and who may enter its calls. */
function videoVisits(
  { config, database, licensees, emrOf }: AppDeps,
  { app, now, publish }: Pick<Hall, 'app' | 'now'> & Pick<VisitsOptions, 'publish'>,
): { visits: VisitsRoom; calls: CallDoor } {
  const passes = createCallPasses(config.sessionSecret)
  const visits = openVisits({
    db: database.db,
    licensees,
    emrOf,
    now,
    log: app.log,
    links: createVisitLinks(createLinkTokens(config.sessionSecret)),
    callFor: callsFor(config, passes),
    publish,
  })
  return { visits, calls: { passes, now, heard: visits.heard, hasEnded: visits.hasEnded } }
}

/** Who may enter the call of a visit: a patient as guest, the provider as host. */
function callsFor(
  { iceServers: servers = [], turnSecret: secret }: Config,
  passes: CallPasses,
): VisitsOptions['callFor'] {
  return ({ from, until, role, ...wish }) => ({
    pass: passes.sign({
      ...wish,
      role: role === 'patient' ? 'guest' : 'host',
      notBefore: from.getTime(),
      until: until.getTime(),
    }),
    iceServers: iceServersFor({ servers, secret, name: wish.room, until }),
  })
}

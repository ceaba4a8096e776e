import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import { request } from 'undici'
import { bookingSettings } from '../../server/features/booking/booking.settings.ts'
import type { Effects } from '../../schemas/effect.ts'
import type { Problem } from '../../schemas/problem.ts'
import type { Screen } from '../../schemas/screen.ts'
import type { Shell } from '../../schemas/shell.ts'
import { buildApp } from '../../server/app.ts'
import type { Config } from '../../server/config.ts'
import type { Database } from '../../server/db/open.ts'
import { demoAccounts, demoLicensees } from '../../server/demo.ts'
import { makePatientAccount } from '../../server/identity/make-account.ts'
import { createEmr } from '../../server/gateways/emr/create-emr.ts'
import type { Scan } from '../../server/gateways/scan/scan.ts'
import type { Jobs } from '../../server/jobs/jobs.ts'
import type { Licensee } from '../../server/licensees/licensee.ts'
import { openTransports, sandboxTransports } from '../../server/open-transports.ts'
import { directFolders } from '../../server/sandbox/direct/direct-folders.ts'
import { buildSandbox } from '../../server/sandbox/sandbox.ts'
import type { catalog } from '../../server/protocol/catalog.ts'
import type { Portal } from '../../server/protocol/portal.ts'
import { openTestDatabase } from './databases.ts'
import { allowManyAppointments } from './most-appointments.ts'
import { blocksOf } from './nested-blocks.ts'
import { multipart, type Part } from './multipart.ts'
import { switchStaffSecondFactorOff } from './staff-second-factor.ts'
import { testPasswordMemoryKib, testPasswords } from './passwords.ts'
import { until } from './waiting.ts'

export type Login = (typeof demoAccounts)[number]['login']

/** A fault of the record server or the mail server; see server/sandbox/faults.ts. */
export interface Fault {
  kind: 'slow' | 'down' | 'nonsense' | 'hang' | 'lost' | 'refuse' | 'hold'
  /** Without it, those of every practice. */
  practice?: string
  /** A part of the path; `smtp` for mail. */
  path?: string
  delayMs?: number
  times?: number
}

/** A message that the sandbox received for sending. */
export interface SentMessage {
  id: number
  channel: 'mail' | 'sms'
  /** An e-mail address, or a phone number such as `+16175550142`. */
  to: string
  /** `Name <address>`, or a number. */
  from: string
  subject: string
  text: string
  /** Empty in a text message. */
  html: string
  /** Of a mail: the address of its Reply-To; empty without one. */
  replyTo: string
  messageId: string
  receivedAt: string
}

export interface Answer<T> {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: T
}

/**
 * What a test reads from a response without naming its type: a screen, a problem, effects, the shell or the catalog.
 */
export type Message = Screen &
  Problem &
  Effects &
  Omit<Shell, 'topics'> &
  Omit<ReturnType<typeof catalog>, 'blocks' | 'effects' | 'protocol'>

/** One browser: its cookies, its practice, its client address. */
export interface Visitor {
  cookies: ReadonlyMap<string, string>
  signIn(login: Login): Promise<Visitor>
  /** Goes on at another client address, whose tries are counted apart. */
  move(): void
  enter(credentials: {
    login: string
    password: string
    action?: string
    guardian?: boolean
    /** The selected patient of a guardian of several. */
    patient?: string
  }): Promise<Visitor>
  get<T = Message>(path: string, headers?: Record<string, string>): Promise<Answer<T>>
  /**
   * Runs an action. If that needs the password again, a visitor who has entered it before enters it, as a person does,
   * unless `proves` is false.
   */
  act<T = Message>(
    name: string,
    input: object,
    options?: { key?: string; headers?: Record<string, string>; proves?: boolean },
  ): Promise<Answer<T>>
  /** Sends a file, after its fields. */
  upload<T = Message>(
    name: string,
    parts: readonly Part[],
    options?: { key?: string; headers?: Record<string, string> },
  ): Promise<Answer<T>>
}

export interface RunningPortal {
  app: FastifyInstance
  portal: Portal
  /** Its background jobs; see tests/support/jobs.ts. */
  jobs: Jobs
  database: Database
  /** The database of the record server, to check what it stores. */
  records: Database
  url: string
  port: number
  /** The port of the sandbox, where `/outbox` lists sent messages. */
  sandboxPort: number
  /** How far the clocks of portal and record server are ahead. */
  clock: { aheadMs: number }
  /** The prefix of its keys in a shared Redis. */
  redisPrefix: string
  visitor(host?: string): Visitor
  /** A signed-in user, at the practice of the account. */
  signIn(login: Login): Promise<Visitor>
  /** Further patients of Lakeside, each signed in to their own account. */
  crowd(count: number): Promise<Visitor[]>
  fault(fault: Fault): Promise<void>
  heal(): Promise<void>
  /** How many calls a fault of the kind `hold` keeps at the record server. */
  held(): Promise<number>
  /**
   * Holds the next call of the path at the record server while `meanwhile` runs, which begins once the call is there.
   */
  holdCall<T>(path: string, request: () => Promise<T>, meanwhile: () => Promise<void>): Promise<T>
  /** The messages sent to an e-mail address or phone number, newest first. */
  outbox(to: string): Promise<SentMessage[]>
  /** A mail as the sandbox received it. */
  mailSource(id: number): Promise<Buffer>
  close(): Promise<void>
}

export interface PortalOptions {
  /**
   * The timeout of each call to the record server, and of handing over a mail or a text message: long, so that a busy
   * machine causes none. Short where one is meant.
   */
  timeoutMs?: number
  /** An existing portal process: the new one uses the same databases. */
  beside?: RunningPortal
  /** The folder of a built client, for a browser. */
  clientFolder?: string
  /** Hears each statement of the portal's database: see openTestDatabase. */
  onStatement?: (text: string) => void
  /** The virus scanner. */
  scan?: Scan
  /** False: no HISP is set up, so that there is no Direct mail. */
  hisp?: boolean
  /** A fault of the record server, from before the portal starts. */
  faulty?: Fault
  /** The memory cost of password hashes; production's value for a test that compares times. */
  passwordMemoryKib?: number
  /** Authorizes control calls, such as those of `practice:load`. */
  controlToken?: string
  /** The staff need a second factor, as by default. Otherwise both practices have switched it off. */
  staffSecondFactor?: boolean
}

/** A whole portal with its record server, on its own databases and ports. */
export async function startPortal(options: PortalOptions = {}): Promise<RunningPortal> {
  const {
    timeoutMs = 60_000,
    beside,
    faulty,
    hisp: hasHisp = true,
    passwordMemoryKib = testPasswordMemoryKib,
    onStatement,
    staffSecondFactor = false,
    ...parts
  } = options
  const clock = beside?.clock ?? { aheadMs: 0 }
  const now = () => new Date(Date.now() + clock.aheadMs)
  const [database, records] = beside
    ? [beside.database, beside.records]
    : await Promise.all([openTestDatabase('portal', { onStatement }), openTestDatabase('sandbox')])
  let running: { jobs: Jobs } | undefined
  const listJobs = async () => (await running?.jobs.list()) ?? []
  const sandbox = await buildSandbox({ database: records, now, listJobs })
  await sandbox.listen({ host: '127.0.0.1', port: 0 })
  const sandboxPort = portOf(sandbox)
  const faults = faultsOf(`http://127.0.0.1:${sandboxPort}/sandbox/faults`)
  if (faulty) await faults.fault(faulty)
  const licensees = demoLicensees(sandboxPort)
  let notifyPort: number | undefined
  directFolders(join(testData, 'direct'))
  const hisp = join(testData, 'direct', 'hisp')
  const places = sandboxTransports({
    dataDir: testData,
    sandboxPort,
    sandboxSmtpPort: await sandbox.takeMail(0),
    directPort: await sandbox.takeDirect({ folder: hisp, notifyPort: () => notifyPort }),
  })
  const { close: closeTransports, ...transports } = openTransports(
    {},
    { sandbox: hasHisp ? places : { mail: places.mail, sms: places.sms }, timeoutMs, now },
  )
  const { emrOf, closeEmrs } = openEmrs(licensees, { timeoutMs, now })
  const redisPrefix = beside?.redisPrefix ?? `test:${randomUUID()}:`
  const redis = openTestRedis(redisPrefix)
  const { app, portal, jobs, ...built } = await buildApp({
    config: { ...config, passwordMemoryKib },
    database,
    licensees,
    emrOf,
    transports,
    cardTimeoutMs: timeoutMs,
    redis,
    now,
    ...parts,
    log: false,
  })
  running = { jobs }
  notifyPort = built.notifyPort
  await app.listen({ host: '127.0.0.1', port: 0 })
  await untilSettingsAreKnown(portal)
  if (!staffSecondFactor && !beside) await switchStaffSecondFactorOff(portal)
  if (!beside) await allowManyAppointments(portal)
  const url = `http://127.0.0.1:${portOf(app)}`
  const visitor = (host = 'lakeside.localhost') => openVisitor(url, host)
  return {
    app,
    portal,
    jobs,
    database,
    records,
    url,
    port: portOf(app),
    sandboxPort,
    clock,
    redisPrefix,
    visitor,
    signIn: (login) => visitor(`${accountOf(login).practice}.localhost`).signIn(login),
    crowd: (count) => openCrowd({ database, visitor }, count),
    ...faults,
    outbox: (to) => messagesTo(sandboxPort, to),
    mailSource: async (id) =>
      Buffer.from(await (await request(`http://127.0.0.1:${sandboxPort}/outbox/${id}/source`)).body.arrayBuffer()),
    close: async () => {
      await app.close()
      await closeTransports()
      await closeEmrs()
      await sandbox.close()
      await redis?.quit()
      if (!beside) await Promise.all([database.close(), records.close()])
    },
  }
}

/** Their circuit breakers never open, so that the faults of one test do not affect the next. */
function openEmrs(licensees: readonly Licensee[], { timeoutMs, now }: { timeoutMs: number; now: () => Date }) {
  const emrs = new Map(
    licensees.map(({ id, recordServer }) => [
      id,
      createEmr({ baseUrl: recordServer, timeoutMs, failures: 1_000_000, now }),
    ]),
  )
  return {
    emrOf: ({ id }: Licensee) => emrs.get(id)!,
    closeEmrs: () => Promise.all([...emrs.values()].map((emr) => emr.close())),
  }
}

/**
 * The portals of all test files share a Redis. A prefix of its own keeps the rate limits and hints of each portal
 * separate.
 */
function openTestRedis(keyPrefix: string): Redis | undefined {
  const url = process.env.TEST_REDIS_URL
  return url ? new Redis(url, { maxRetriesPerRequest: 2, keyPrefix }) : undefined
}

function faultsOf(address: string): Pick<RunningPortal, 'fault' | 'heal' | 'held' | 'holdCall'> {
  const fault = async (body: Fault) =>
    void (await request(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }))
  const held = async () => (await (await request(`${address}/held`)).body.json()) as number // sent by the sandbox
  return {
    fault,
    held,
    heal: async () => void (await request(address, { method: 'DELETE' })),
    holdCall: async (path, send, meanwhile) => {
      await fault({ kind: 'hold', path, times: 1 })
      const sent = send()
      await until(`a call of ${path} is held`, async () => (await held()) === 1)
      await meanwhile()
      await request(address, { method: 'DELETE', query: { kind: 'hold' } })
      return sent
    },
  }
}

async function messagesTo(sandboxPort: number, to: string): Promise<SentMessage[]> {
  const answer = await request(`http://127.0.0.1:${sandboxPort}/outbox`, {
    query: { to },
    headers: { accept: 'application/json' },
  })
  return answer.body.json() as Promise<SentMessage[]> // sent by the sandbox
}

/** Keys and certificates for Direct, made once: they take a second. */
const testData = join(import.meta.dirname, '..', '..', '.cache', 'test-data')

/** The secret of every portal in tests. */
export const testSecret = 'for tests only, thirty-two letters'

const config: Config = {
  production: false,
  host: '127.0.0.1',
  port: 0,
  sandboxPort: 0,
  sandboxSmtpPort: 0,
  dataDir: '',
  sessionSecret: testSecret,
  tls: false,
  trustedProxies: ['127.0.0.1'],
  logLevel: 'silent',
}

function portOf(app: FastifyInstance): number {
  return (app.server.address() as AddressInfo).port // a listening server has an address with a port
}

/** The practice's settings arrive after the start. */
function untilSettingsAreKnown({ settings }: Portal): Promise<unknown> {
  const known = () => settings.state('northgate', bookingSettings['Enable PE Custom Appointments']).source !== 'default'
  return until('the settings of the practices have arrived', known)
}

let addresses = 0

function nextAddress(): string {
  addresses += 1
  return `10.0.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`
}

/** A browser at a practice of the portal at `url`; `always` are headers of every request. */
export function openVisitor(url: string, host: string, always: Record<string, string> = {}): Visitor {
  let address = nextAddress()
  const cookies = new Map<string, string>()
  let identity: string | undefined
  let password: string | undefined
  const send = async (
    path: string,
    { headers = {}, body, form }: { headers?: Record<string, string>; body?: object; form?: Buffer },
  ): Promise<Answer<never>> => {
    const answer = await request(url + path, {
      method: body || form ? 'POST' : 'GET',
      headers: {
        host,
        'x-forwarded-for': address,
        ...always,
        ...(cookies.size > 0 ? { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') } : {}),
        ...(body || form ? { 'sec-fetch-site': 'same-origin' } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(identity ? { 'x-identity': identity } : {}),
        ...headers,
      },
      ...(body || form ? { body: form ?? JSON.stringify(body) } : {}),
    })
    for (const given of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(given) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const { statusCode: status, headers: received } = answer
    const isFile = /^(application\/pdf|image\/)/.test(String(received['content-type']))
    const content = isFile ? Buffer.from(await answer.body.arrayBuffer()) : parsed(await answer.body.text())
    return { status, headers: received, body: content as never } // the type that the test names
  }
  const visitor: Visitor = {
    cookies,
    move: () => void (address = nextAddress()),
    signIn: (login) =>
      visitor.enter({
        login,
        password: accountOf(login).password,
        action: accountOf(login).at === '/admin' ? 'account.adminSignIn' : 'account.signIn',
        guardian: accountOf(login).kind === 'guardian',
        patient: patientChosenBy(login),
      }),
    enter: async ({ login, password: entered, action = 'account.signIn', guardian, patient }) => {
      const input = { Username: login, Password: entered, ...(guardian ? { IsGuardian: true } : {}) }
      const answer = await visitor.act(action, input)
      const done = patient && answer.status === 200 ? await visitor.act('account.choose', { patient }) : answer
      if (done.status !== 200) throw new Error(`${login} could not sign in: ${JSON.stringify(done.body)}`)
      return visitor
    },
    get: (path, headers) => send(path, { headers }),
    act: async (name, input, { key = randomUUID(), headers, proves = true } = {}) => {
      const post = (body: object, sentKey: string) =>
        send(`/ui/actions/${name}`, { body, headers: { 'idempotency-key': sentKey, ...headers } })
      let answer = await post(input, key)
      if ('Password' in input && answer.status === 200) password = String(input.Password)
      if (proves && password !== undefined && wantsPassword(answer.body))
        answer = afterProof(await post({ ...input, Proof: password }, randomUUID()))
      // As a page that was drawn for the chosen patient.
      const isChosen = name === 'account.choose' || (name === 'account.switch' && 'patient' in input)
      if (isChosen && answer.status === 200) identity = (await visitor.get<Shell>('/ui/shell')).body.identity
      return answer
    },
    upload: (name, parts, { key = randomUUID(), headers } = {}) => {
      const { body, headers: own } = multipart(parts)
      return send(`/ui/uploads/${name}`, { form: body, headers: { ...own, 'idempotency-key': key, ...headers } })
    },
  }
  return visitor
}

/** Whether an answer opens the dialog in which a person enters the own password again (identity/proven-action.ts). */
function wantsPassword(body: Partial<Message>): boolean {
  return (body.effects ?? []).some(
    (effect) =>
      effect.type === 'open' &&
      typeof effect.dialog === 'object' &&
      effect.dialog.id === 'prove-again' &&
      blocksOf(effect.dialog.blocks, 'form').some(({ fields }) => fields.some(({ widget }) => widget === 'password')),
  )
}

/** Without the effect that closes that dialog: what the action answers by itself. */
function afterProof(answer: Answer<never>): Answer<never> {
  const { effects, ...rest } = answer.body as Partial<Message>
  return effects ? { ...answer, body: { ...rest, effects: effects.slice(1) } as never } : answer // of the same type
}

/** Returns the session cookie of a response, as a browser sends it back. */
export function sessionCookieOf(headers: Answer<unknown>['headers']): string {
  const given = [headers['set-cookie'] ?? []].flat().find((each) => each.startsWith('portal_session='))
  return given?.split(';', 1).join('') ?? ''
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function accountOf(login: Login): (typeof demoAccounts)[number] {
  const account = demoAccounts.find((each) => each.login === login)
  if (!account) throw new Error(`no demo account is called ${login}`)
  return account
}

/** The first of several patients. */
function patientChosenBy(login: Login): string | undefined {
  const { kind, records } = accountOf(login)
  return kind === 'guardian' && records.length > 1 ? String(records[0].patientN) : undefined
}

/** The seed numbers its generated patients of Lakeside from 1101. */
function openCrowd(
  { database, visitor }: Pick<RunningPortal, 'database' | 'visitor'>,
  count: number,
): Promise<Visitor[]> {
  const password = 'Crowded-Meadow-15'
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const patientN = 1101 + index
      const login = `crowd.${patientN}`
      await makePatientAccount(
        { db: database.db, passwords: testPasswords },
        {
          licensee: 'lakeside',
          login,
          password,
          patient: { patientN, emrId: `LSD-${patientN}`, firstName: 'Crowd', lastName: String(patientN) },
        },
      )
      return visitor().enter({ login, password })
    }),
  )
}

import { randomUUID } from 'node:crypto'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Redis } from 'ioredis'
import { test as base, type TestAPI } from 'vitest'
import { buildApp } from '../../server/app.ts'
import type { Config } from '../../server/config.ts'
import { features } from '../../server/features.ts'
import type { Database } from '../../server/db/open.ts'
import { demoAccounts, demoLicensees } from '../../server/demo.ts'
import type { Emr } from '../../server/gateways/emr/emr.ts'
import { EmrUnavailable } from '../../server/gateways/emr/emr.errors.ts'
import type { LogTarget } from '../../server/http/log.ts'
import type { Portal } from '../../server/protocol/portal.ts'
import { openTestDatabase } from '../support/databases.ts'
import { switchStaffSecondFactorOff } from '../support/staff-second-factor.ts'
import { testPasswordMemoryKib } from '../support/passwords.ts'
import { protocolFeature, type ProtocolFeature } from './protocol-feature.ts'

export interface ProtocolPortal {
  app: FastifyInstance
  portal: Portal
  database: Database
  acted: ProtocolFeature['acted']
  /** The portal's clock. */
  clock: { now: Date }
  close(): Promise<void>
}

export interface ProtocolPortalOptions {
  log?: LogTarget
  config?: Partial<Config>
  /** Without the features of the portal. */
  empty?: boolean
  /** Limits the attempts by name and address; without it, a test can sign in often. */
  limited?: boolean
  redis?: Redis
}

/**
 * Opens the portal with the fixture feature of `protocol-feature.ts` and without a record server: for tests that are
 * independent of the real features.
 */
export async function openProtocolPortal({
  log = false,
  config = {},
  empty = false,
  limited = false,
  redis,
}: ProtocolPortalOptions = {}): Promise<ProtocolPortal> {
  const database = await openTestDatabase('portal')
  const clock = { now: new Date('2026-11-23T15:00:00Z') }
  const fixture = protocolFeature()
  const { app, portal } = await buildApp({
    config: { ...plainConfig, ...config },
    database,
    licensees: demoLicensees(9),
    emrOf: () => unreachableEmr,
    now: () => clock.now,
    redis,
    log,
    features: [...(empty ? [] : features), fixture.feature],
  })
  if (!limited) portal.limiter = { take: () => Promise.resolve(0) }
  await app.ready()
  if (!empty) await switchStaffSecondFactorOff(portal)
  const close = async () => {
    await app.close()
    await database.close()
  }
  return { app, portal, database, acted: fixture.acted, clock, close }
}

const plainConfig: Config = {
  production: false,
  host: '127.0.0.1',
  port: 0,
  sandboxPort: 9,
  sandboxSmtpPort: 9,
  dataDir: '',
  sessionSecret: 'for tests only, thirty-two letters',
  tls: false,
  trustedProxies: [],
  passwordMemoryKib: testPasswordMemoryKib,
  logLevel: 'info',
}

/** A record server that is unreachable for every call. */
const unreachableEmr = new Proxy(
  {},
  { get: (_target, call) => () => Promise.reject(new EmrUnavailable(String(call), 'not reachable')) },
) as Emr // every method fails

export const lakeside = 'lakeside.localhost'
export const northgate = 'northgate.localhost'

export type Answer = LightMyRequestResponse

/** A browser: one host, one address, and the latest session cookie. */
export interface Visitor {
  cookie: string | undefined
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  act(name: string, input: unknown, options?: { key?: string; headers?: Record<string, string> }): Promise<Answer>
  send(options: InjectOptions): Promise<Answer>
}

/** As a browser states it. */
const ofOwnPage = { 'sec-fetch-site': 'same-origin' }

export function visit(
  { app }: Pick<ProtocolPortal, 'app'>,
  { host = lakeside, address = '127.0.0.1' }: { host?: string; address?: string } = {},
): Visitor {
  const visitor: Visitor = {
    cookie: undefined,
    get: (url, headers = {}) => visitor.send({ method: 'GET', url, headers }),
    act: (name, input, { key = randomUUID(), headers = {} } = {}) =>
      visitor.send({
        method: 'POST',
        url: `/ui/actions/${name}`,
        headers: { 'idempotency-key': key, ...headers },
        payload: input as object,
      }), // or invalid input that a test expects to be refused
    send: async (options) => {
      const cookie = visitor.cookie ? { cookie: visitor.cookie } : {}
      const answer = await app.inject({
        remoteAddress: address,
        ...options,
        headers: { host, ...cookie, ...(options.method === 'POST' ? ofOwnPage : {}), ...options.headers },
      })
      const given = answer.cookies.find(({ name }) => name === 'portal_session')
      if (given) visitor.cookie = given.value === '' ? undefined : `portal_session=${encodeURIComponent(given.value)}`
      return answer
    },
  }
  return visitor
}

export type Login = (typeof demoAccounts)[number]['login']

/** Returns a visitor who has signed in with a demo account. */
export async function signIn(protocol: Pick<ProtocolPortal, 'app'>, login: Login): Promise<Visitor> {
  const account = demoAccounts.find((each) => each.login === login)
  if (!account) throw new Error(`no demo account is called ${login}`)
  const visitor = visit(protocol, { host: `${account.practice}.localhost` })
  const answer = await visitor.act(account.at === '/admin' ? 'account.adminSignIn' : 'account.signIn', {
    Username: login,
    Password: account.password,
    ...(account.kind === 'guardian' ? { IsGuardian: true } : {}),
  })
  if (answer.statusCode !== 200) throw new Error(`${login} could not sign in: ${answer.body}`)
  return visitor
}

type FileFixtures<P extends Record<string, Login>> = { protocol: ProtocolPortal } & { [Name in keyof P]: Visitor }

/** Declares the fixtures of the file where vitest's types look for them, as in `portal-test.ts`. */
type Fixtures<P extends Record<string, Login>> = FileFixtures<P> & { readonly $__file?: FileFixtures<P> }

/**
 * The `test` of a file that needs a ProtocolPortal: `protocol` is opened once per file, and each of `people` is a
 * signed-in browser. A test must reset the settings that it changes.
 */
export function protocolTest<P extends Record<string, Login> = Record<never, never>>(
  people: P = {} as P, // empty, as the default of P says
  options: ProtocolPortalOptions = {},
): TestAPI<Fixtures<P>> {
  const test = base.extend<{ protocol: ProtocolPortal }>({
    protocol: [
      // oxlint-disable-next-line no-empty-pattern -- vitest reads from it which fixtures this one needs
      async ({}, use) => {
        const protocol = await openProtocolPortal(options)
        await use(protocol)
        await protocol.close()
      },
      { scope: 'file' },
    ],
  })
  const signedIn = Object.entries(people).map(([name, login]) => [
    name,
    [
      async ({ protocol }: { protocol: ProtocolPortal }, use: (visitor: Visitor) => Promise<void>) =>
        use(await signIn(protocol, login)),
      { scope: 'file' },
    ],
  ])
  return test.extend(Object.fromEntries(signedIn)) as unknown as TestAPI<Fixtures<P>> // one fixture for each of `people`
}

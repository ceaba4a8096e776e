import { randomUUID } from 'node:crypto'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
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
import { testPasswordMemoryKib } from '../support/passwords.ts'
import { kernelRoom, type KernelRoom } from './kernel-room.ts'

export interface Kernel {
  app: FastifyInstance
  portal: Portal
  database: Database
  acted: KernelRoom['acted']
  /** The clock of the portal. */
  clock: { now: Date }
  close(): Promise<void>
}

export interface KernelOptions {
  log?: LogTarget
  config?: Partial<Config>
  /** Without the features of the portal. */
  empty?: boolean
  /** Counts the tries of names and addresses; a test that signs in often is in its way. */
  limited?: boolean
}

/** The portal with a further room of `kernel-room.ts` and without a record server: for what holds whatever the rooms are. */
export async function openKernel({
  log = false,
  config = {},
  empty = false,
  limited = false,
}: KernelOptions = {}): Promise<Kernel> {
  const database = await openTestDatabase('portal')
  const clock = { now: new Date('2026-11-23T15:00:00Z') }
  const room = kernelRoom()
  const { app, portal } = await buildApp({
    config: { ...plainConfig, ...config },
    database,
    licensees: demoLicensees(9),
    emrOf: () => nowhere,
    now: () => clock.now,
    log,
    features: [...(empty ? [] : features), room.feature],
  })
  if (!limited) portal.limiter = { take: () => Promise.resolve(0) }
  await app.ready()
  const close = async () => {
    await app.close()
    await database.close()
  }
  return { app, portal, database, acted: room.acted, clock, close }
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

/** A record server that cannot be reached, whatever it is asked. */
const nowhere = new Proxy(
  {},
  { get: (_target, call) => () => Promise.reject(new EmrUnavailable(String(call), 'not reachable')) },
) as Emr // every method fails

export const lakeside = 'lakeside.localhost'
export const northgate = 'northgate.localhost'

export type Answer = LightMyRequestResponse

/** A browser: one host, one address, and the session cookie that it was given last. */
export interface Visitor {
  cookie: string | undefined
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  act(name: string, input: unknown, options?: { key?: string; headers?: Record<string, string> }): Promise<Answer>
  send(options: InjectOptions): Promise<Answer>
}

export function visit(
  { app }: Pick<Kernel, 'app'>,
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
      }), // or what a test wants to see refused
    send: async (options) => {
      const cookie = visitor.cookie ? { cookie: visitor.cookie } : {}
      const answer = await app.inject({
        remoteAddress: address,
        ...options,
        headers: { host, ...cookie, ...options.headers },
      })
      const given = answer.cookies.find(({ name }) => name === 'portal_session')
      if (given) visitor.cookie = given.value === '' ? undefined : `portal_session=${encodeURIComponent(given.value)}`
      return answer
    },
  }
  return visitor
}

export type Login = (typeof demoAccounts)[number]['login']

/** A visitor who has signed in with a demo account. */
export async function signIn(kernel: Pick<Kernel, 'app'>, login: Login): Promise<Visitor> {
  const account = demoAccounts.find((each) => each.login === login)
  if (!account) throw new Error(`no demo account is called ${login}`)
  const visitor = visit(kernel, { host: `${account.practice}.localhost` })
  const answer = await visitor.act(account.at === '/admin' ? 'account.adminSignIn' : 'account.signIn', {
    Username: login,
    Password: account.password,
    ...(account.kind === 'guardian' ? { IsGuardian: true } : {}),
  })
  if (answer.statusCode !== 200) throw new Error(`${login} could not sign in: ${answer.body}`)
  return visitor
}

type FileFixtures<P extends Record<string, Login>> = { kernel: Kernel } & { [Name in keyof P]: Visitor }

/** With the fixtures of the file where vitest's types look for them, as in `portal-test.ts`. */
type Fixtures<P extends Record<string, Login>> = FileFixtures<P> & { readonly $__file?: FileFixtures<P> }

/**
 * The `test` of a file that needs a kernel: `kernel` is opened once for the file, and each of `people` is a browser that is signed in.
 * A setting that a test changes has to be set back by it.
 */
export function kernelTest<P extends Record<string, Login> = Record<never, never>>(
  people: P = {} as P, // nobody, as the default of P says
  options: KernelOptions = {},
): TestAPI<Fixtures<P>> {
  const test = base.extend<{ kernel: Kernel }>({
    kernel: [
      // oxlint-disable-next-line no-empty-pattern -- vitest reads from it which fixtures this one needs
      async ({}, use) => {
        const kernel = await openKernel(options)
        await use(kernel)
        await kernel.close()
      },
      { scope: 'file' },
    ],
  })
  const signedIn = Object.entries(people).map(([name, login]) => [
    name,
    [
      async ({ kernel }: { kernel: Kernel }, use: (visitor: Visitor) => Promise<void>) =>
        use(await signIn(kernel, login)),
      { scope: 'file' },
    ],
  ])
  return test.extend(Object.fromEntries(signedIn)) as unknown as TestAPI<Fixtures<P>> // one fixture for each of `people`
}

import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Licensee } from '../../../server/licensees/licensee.ts'
import type { BenchTools } from '../measured.ts'
import { freePorts, startChild, type Child } from './child.ts'
import type { Databases, Engine } from './databases.ts'
import { adminLogin, password, practice } from './people.ts'
import { settledDatabases } from './template.ts'
import { openVisitor, type Visitor } from './visitor.ts'

const secret = 'for the bench only, thirty-two letters'

export interface Stage {
  origin: string
  /** The record server without any path. */
  recordServer: string
  /** The process of the portal, whose memory can be read. */
  portalPid: number
  databases: Databases
  logins: readonly string[]
  /** Number `n` signed in, at an address of their own. */
  signIn(n: number): Promise<Visitor>
  signInAdmin(): Promise<Visitor>
  /** Ends both processes; the databases stay. */
  stop(): Promise<void>
  drop(): Promise<void>
}

export interface StageWish {
  engine?: Engine
  /** Of a generated practice with two years of appointments; without it, the demo practice. */
  providers?: number
}

/** A portal in production mode and a record server, each a process of its own. */
export async function openStage(
  { folder: run, profiles }: Pick<BenchTools, 'folder' | 'profiles'>,
  { engine = 'pglite', providers }: StageWish = {},
): Promise<Stage> {
  const folder = mkdtempSync(join(run, 'stage-'))
  const { databases, logins } = await settledDatabases({ engine, providers }, { run, folder })
  const children: Child[] = []
  const stop = async () => {
    for (const child of children.splice(0).toReversed()) await child.stop()
  }
  try {
    const [port = 0, recordPort = 0] = await freePorts(2)
    const origin = `http://127.0.0.1:${port}`
    const recordServer = `http://127.0.0.1:${recordPort}`
    children.push(await startRecordServer(databases, recordPort))
    const portal = await startPortal({ databases, port, recordServer, profiles })
    children.push(portal)
    const signIn = (n: number) =>
      signedIn(openVisitor(origin, addressOf(n)), { action: 'account.signIn', login: logins[n] ?? '' })
    const signInAdmin = () => signedIn(openVisitor(origin), { action: 'account.adminSignIn', login: adminLogin })
    return {
      origin,
      recordServer,
      portalPid: portal.pid,
      databases,
      logins,
      signIn,
      signInAdmin,
      stop,
      drop: databases.drop,
    }
  } catch (error) {
    await stop()
    await databases.drop()
    throw error
  }
}

function addressOf(n: number): string {
  return `10.1.${Math.floor(n / 250)}.${(n % 250) + 1}`
}

async function signedIn(visitor: Visitor, { action, login }: { action: string; login: string }): Promise<Visitor> {
  if (!(await visitor.act(action, { Username: login, Password: password })))
    throw new Error(`${login} could not sign in`)
  return visitor
}

function startRecordServer({ url, folder }: Databases, port: number): Promise<Child> {
  const env = { NODE_ENV: 'production', PORT: String(port), DATA_DIR: folder, ...(url ? { DATABASE_URL: url } : {}) }
  return startChild({ file: 'tests/bench/record-server.ts', env, readyAt: `http://127.0.0.1:${port}/health` })
}

interface PortalStart {
  databases: Databases
  port: number
  recordServer: string
  profiles?: string
}

function startPortal({ databases: { url, folder }, port, recordServer, profiles }: PortalStart): Promise<Child> {
  const licensee: Licensee = {
    id: practice,
    name: 'Lakeside Dermatology',
    hosts: ['127.0.0.1', 'localhost'],
    timeZone: 'America/New_York',
    recordServer: `${recordServer}/${practice}/api/`,
  }
  const file = join(folder, 'licensees.json')
  writeFileSync(file, JSON.stringify([licensee]))
  const env = {
    NODE_ENV: 'production',
    PUBLIC_TLS: '0',
    PORT: String(port),
    DATA_DIR: folder,
    SESSION_SECRET: secret,
    LICENSEES_FILE: file,
    TRUSTED_PROXIES: '127.0.0.1',
    // Nobody takes mail there, and no measure sends any.
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'bench@portal.example',
    ...(url ? { DATABASE_URL: url } : {}),
  }
  return startChild({ file: 'server/main.ts', env, readyAt: `http://127.0.0.1:${port}/ready`, profiles })
}

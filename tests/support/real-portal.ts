import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import supertest from 'supertest'
import { root } from '../guards/repository.ts'
import { builtEntry } from './build.ts'
import { fillDataFolder } from './databases.ts'
import { testPasswordMemoryKib } from './passwords.ts'
import { until } from './waiting.ts'

export interface RealPortal {
  port: number
  sandboxPort: number
  sandboxSmtpPort: number
  folder: string
  process: ChildProcess
  /** Its output so far. */
  output(): string
  /** Stops it as an operator does. Returns the exit code. */
  stop(): Promise<number | null>
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server has an address with a port
  await new Promise((resolve) => server.close(resolve))
  return port
}

/**
 * The environment of processes in tests: embedded databases in their folder, and password hashes that are cheap to
 * check.
 */
export const testEnvironment = { DATABASE_URL: '', REDIS_URL: '', PASSWORD_MEMORY_KIB: String(testPasswordMemoryKib) }

/** A folder in which a portal was started before. */
export async function startedFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-'))
  await fillDataFolder(folder)
  return folder
}

/** Another folder with a portal, and the arguments with which Node starts it. */
interface Deployed {
  /** The binary of another Node than that of the tests. */
  node?: string
  cwd: string
  args: readonly string[]
}

/** Starts the built portal, as `npm start` does, in its own process and, without DATA_DIR, in a started folder of its own. */
export async function startRealPortal(env: Record<string, string> = {}, from?: Deployed): Promise<RealPortal> {
  for (let tries = 1; ; tries++)
    try {
      return await startOnce(env, from)
    } catch (error) {
      // Another process may have taken a port since it was found free.
      if (tries === 3 || env.PORT !== undefined || !/Port \d+ is in use already/.test(String(error))) throw error
    }
}

async function startOnce(env: Record<string, string>, from?: Deployed): Promise<RealPortal> {
  const { node = process.execPath, args, cwd }: Deployed = from ?? { args: [await builtEntry('main')], cwd: root }
  const folder = env.DATA_DIR ?? (await startedFolder())
  const port = Number(env.PORT ?? (await freePort()))
  const sandboxPort = Number(env.SANDBOX_PORT ?? (await freePort()))
  const sandboxSmtpPort = Number(env.SANDBOX_SMTP_PORT ?? (await freePort()))
  const child = spawn(node, args, {
    cwd,
    env: {
      ...process.env,
      ...testEnvironment,
      ...env,
      DATA_DIR: folder,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: String(sandboxSmtpPort),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGTERM')
    const code = await ended
    if (!env.DATA_DIR) rmSync(folder, { recursive: true, force: true })
    return code
  }
  const portal = { port, sandboxPort, sandboxSmtpPort, folder, process: child, output: () => output, stop }
  await untilReady(portal)
  return portal
}

/** A browser at Lakeside that keeps its cookies. */
export function visitorAt({ port }: Pick<RealPortal, 'port'>) {
  const agent = supertest.agent(`http://127.0.0.1:${port}`)
  const host = `lakeside.localhost:${port}`
  return {
    get: (path: string) => agent.get(path).set('host', host),
    act: (name: string, input: object) =>
      agent
        .post(`/ui/actions/${name}`)
        .set('host', host)
        .set('sec-fetch-site', 'same-origin')
        .set('idempotency-key', randomUUID())
        .send(input),
  }
}

async function untilReady({ port, process: child, output }: RealPortal): Promise<void> {
  const isReady = () => {
    if (child.exitCode !== null) throw new Error(output())
    return fetch(`http://127.0.0.1:${port}/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  }
  await until('the portal is ready', isReady, 180_000).catch((error: Error) => {
    throw new Error(`${error.message} ${output()}`)
  })
}

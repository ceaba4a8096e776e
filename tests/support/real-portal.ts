import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const root = join(import.meta.dirname, '..', '..')

export interface RealPortal {
  port: number
  sandboxPort: number
  sandboxSmtpPort: number
  folder: string
  process: ChildProcess
  /** Everything it printed so far. */
  output(): string
  /** Ends it as an operator would; answers the exit code. */
  stop(): Promise<number | null>
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** The portal as `npm start` runs it, in a process and a folder of its own. */
export async function startRealPortal(env: Record<string, string> = {}): Promise<RealPortal> {
  const folder = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'portal-'))
  const port = Number(env.PORT ?? (await freePort()))
  const sandboxPort = Number(env.SANDBOX_PORT ?? (await freePort()))
  const sandboxSmtpPort = Number(env.SANDBOX_SMTP_PORT ?? (await freePort()))
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      ...env,
      DATA_DIR: folder,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: String(sandboxSmtpPort),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    const code = await ended
    if (!env.DATA_DIR) rmSync(folder, { recursive: true, force: true })
    return code
  }
  const portal = { port, sandboxPort, sandboxSmtpPort, folder, process: child, output: () => said, stop }
  await untilReady(portal)
  return portal
}

async function untilReady({ port, process: child, output }: RealPortal): Promise<void> {
  for (let tries = 0; tries < 900; tries++) {
    if (child.exitCode !== null) throw new Error(output())
    const ready = await fetch(`http://127.0.0.1:${port}/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) return
    await wait(100)
  }
  throw new Error(`not ready after 90 seconds: ${output()}`)
}

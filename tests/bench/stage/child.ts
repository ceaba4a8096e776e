import { spawn, type ChildProcess } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const root = join(import.meta.dirname, '..', '..', '..')
const readyWithinMs = 30_000
const stopWithinMs = 12_000

const running = new Set<ChildProcess>()
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')))

export interface ChildOptions {
  /** The file to run, from the root of the repository. */
  file: string
  env: Record<string, string>
  /** Answers 200 once the process can serve. */
  readyAt: string
  /** Where its CPU profile goes. */
  profiles?: string
}

export interface Child {
  pid: number
  stop(): Promise<void>
}

/** Starts a server in a process of its own and waits until it serves. Its output goes nowhere, its errors to ours. */
export async function startChild({ file, env, readyAt, profiles }: ChildOptions): Promise<Child> {
  const profiling = profiles ? ['--cpu-prof', `--cpu-prof-dir=${profiles}`] : []
  const child = spawn(process.execPath, [...profiling, '--import', 'tsx', file], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  running.add(child)
  const ended = new Promise<void>((resolve) => {
    child.on('exit', () => {
      running.delete(child)
      resolve()
    })
  })
  const stop = async () => {
    child.kill('SIGTERM')
    const killer = setTimeout(() => child.kill('SIGKILL'), stopWithinMs)
    await ended
    clearTimeout(killer)
  }
  if (child.pid !== undefined && (await answers(readyAt, child))) return { pid: child.pid, stop }
  await stop()
  throw new Error(`${file} did not start`)
}

async function answers(readyAt: string, child: ChildProcess): Promise<boolean> {
  for (const until = Date.now() + readyWithinMs; Date.now() < until && child.exitCode === null; await wait(50)) {
    const answer = await fetch(readyAt).catch(() => undefined)
    await answer?.text()
    if (answer?.ok) return true
  }
  return false
}

/** Ports that nobody listens on right now. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => new Promise((resolve) => server.once('listening', resolve))))
  const ports = servers.map((server) => (server.address() as AddressInfo).port) // they listen on ports
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

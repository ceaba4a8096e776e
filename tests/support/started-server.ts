import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { connect } from 'node:net'
import { until } from './waiting.ts'

interface Server {
  /** As messages call it. */
  name: string
  /** The command and its arguments; it must stay in the foreground. */
  command: readonly [string, ...string[]]
  port: number
  /** Of its files; removed when it has ended. */
  folder: string
}

export interface StartedServer {
  port: number
  stop(): Promise<void>
}

/** Starts a server of the system on 127.0.0.1 and waits until it listens. Throws with its output if it does not. */
export async function startServer({ name, command, port, folder }: Server): Promise<StartedServer> {
  const [binary, ...options] = command
  const child = spawn(binary, options, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const isReady = () => {
    if (child.exitCode !== null) throw new Error(`${name} has ended.`)
    return listens(port)
  }
  try {
    await until(`${name} is ready`, isReady)
    return { port, stop }
  } catch (error) {
    await stop()
    throw new Error(`${String(error)} ${output}`)
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port }, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

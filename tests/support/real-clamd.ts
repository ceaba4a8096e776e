import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './real-portal.ts'
import { until } from './waiting.ts'

/** The path of ClamAV's daemon from Debian's package clamav-daemon; undefined if it is not installed. */
export const clamdBinary = ['/usr/sbin/clamd', '/usr/local/sbin/clamd', '/usr/bin/clamd'].find(existsSync)

/** The content that the only signature of the daemon below detects, at any position in a file. */
export const signed = Buffer.from('a virus that only the tests of the portal know')

export interface RealClamd {
  port: number
  stop(): Promise<void>
}

/** Starts a clamd on a free port, with one signature and without network. */
export async function startClamd(binary: string): Promise<RealClamd> {
  const folder = mkdtempSync(join(tmpdir(), 'clamd-'))
  const signatures = join(folder, 'signatures')
  const settings = join(folder, 'clamd.conf')
  const port = await freePort()
  mkdirSync(signatures)
  writeFileSync(join(signatures, 'portal.ndb'), `Portal.Test:0:*:${signed.toString('hex')}\n`)
  const lines = ['Foreground yes', `DatabaseDirectory ${signatures}`, `TCPSocket ${port}`, 'TCPAddr 127.0.0.1']
  writeFileSync(settings, `${[...lines, 'StreamMaxLength 7M'].join('\n')}\n`)
  const child = spawn(binary, ['--config-file', settings], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const isReady = () => {
    if (child.exitCode !== null) throw new Error('clamd has ended.')
    return listens(port)
  }
  try {
    await until('clamd is ready', isReady)
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

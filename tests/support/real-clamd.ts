import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './real-portal.ts'
import { startServer, type StartedServer } from './started-server.ts'

/** The path of ClamAV's daemon from Debian's package clamav-daemon; undefined if it is not installed. */
export const clamdBinary = ['/usr/sbin/clamd', '/usr/local/sbin/clamd', '/usr/bin/clamd'].find(existsSync)

/** The content that the only signature of the daemon below detects, at any position in a file. */
export const signed = Buffer.from('a virus that only the tests of the portal know')

/** Starts a clamd on a free port, with one signature and without network. */
export async function startClamd(binary: string): Promise<StartedServer> {
  const folder = mkdtempSync(join(tmpdir(), 'clamd-'))
  const signatures = join(folder, 'signatures')
  const settings = join(folder, 'clamd.conf')
  const port = await freePort()
  mkdirSync(signatures)
  writeFileSync(join(signatures, 'portal.ndb'), `Portal.Test:0:*:${signed.toString('hex')}\n`)
  const lines = ['Foreground yes', `DatabaseDirectory ${signatures}`, `TCPSocket ${port}`, 'TCPAddr 127.0.0.1']
  writeFileSync(settings, `${[...lines, 'StreamMaxLength 7M'].join('\n')}\n`)
  return startServer({ name: 'clamd', command: [binary, '--config-file', settings], port, folder })
}

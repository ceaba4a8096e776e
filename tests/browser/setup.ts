import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { findChromium } from '../support/chromium.ts'
import { setup as prepareDatabases } from '../support/prepared/setup.ts'

/**
 * The browser suite tests the built client. Chromium is installed first, because every worker would try it otherwise.
 * Both run in parallel with the preparation of the databases.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  const [release] = await Promise.all([prepareDatabases(), buildClient(), findChromium()])
  return release
}

async function buildClient(): Promise<void> {
  const build = spawn(process.execPath, ['--import', 'tsx', 'server/build-client.ts'], { stdio: 'inherit' })
  const [code] = (await once(build, 'exit')) as [number | null]
  if (code !== 0) throw new Error('The client could not be built.')
}

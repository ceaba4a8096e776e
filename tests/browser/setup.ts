import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { findChromium } from '../support/chromium.ts'
import { setup as prepareDatabases } from '../support/prepared/setup.ts'

/**
 * The browser suite sees what a person sees: the built client. Chromium is installed before workers would each try to. Both go on beside
 * the preparation of the databases.
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

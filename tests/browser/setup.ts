import { build } from '../support/build.ts'
import { findChromium } from '../support/chromium.ts'
import { setup as prepareDatabases } from '../support/prepared/setup.ts'

/**
 * The browser suite tests the built client. Chromium is installed first, because every worker would try it otherwise.
 * Both run in parallel with the preparation of the databases.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  const [release] = await Promise.all([prepareDatabases(), build('client'), findChromium()])
  return release
}

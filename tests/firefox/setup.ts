import { build } from '../support/build.ts'
import { findFirefox } from '../support/firefox.ts'
import { setup as prepareDatabases } from '../support/prepared/setup.ts'

/** As the set-up of the browser suite, with another browser. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  const [release] = await Promise.all([prepareDatabases(), build('client'), findFirefox()])
  return release
}

import { execFileSync } from 'node:child_process'
import { findChromium } from '../support/chromium.ts'

/** The browser suite sees what a person sees: the built client. Chromium is installed before workers would each try to. */
export function setup(): void {
  execFileSync(process.execPath, ['--import', 'tsx', 'server/build-client.ts'], { stdio: 'inherit' })
  findChromium()
}

import { execFileSync } from 'node:child_process'

/** The browser suite sees what a person sees: the built client. */
export function setup(): void {
  execFileSync(process.execPath, ['--import', 'tsx', 'server/build-client.ts'], { stdio: 'inherit' })
}

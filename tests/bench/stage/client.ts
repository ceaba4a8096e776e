import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..', '..')

/** Builds the client when it is older than its sources, as `npm start` does. */
export function buildClient(): void {
  execFileSync(process.execPath, ['--import', 'tsx', 'server/build-client.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../guards/repository.ts'

const run = promisify(execFile)

/** Builds a part of the portal if it is older than its sources, as `npm start` does. Returns what it printed. */
export async function build(part: 'client' | 'server', place?: string): Promise<string> {
  const { stderr } = await run(process.execPath, ['build/build.mjs', part, ...(place ? [place] : [])], { cwd: root })
  return stderr
}

let server: Promise<string> | undefined

/** Returns the file of an entry of the built server, such as `main`. */
export async function builtEntry(name: string): Promise<string> {
  await (server ??= build('server'))
  return join(root, 'dist', 'server', `${name}.js`)
}

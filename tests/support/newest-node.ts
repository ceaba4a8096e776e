import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../guards/repository.ts'

interface Locked {
  version: string
  os?: string | string[]
  cpu?: string | string[]
  optionalDependencies?: Record<string, string>
}

export interface NewestNode {
  binary: string
  version: string
}

/**
 * Returns the newest even release of Node that `tests/newest-node/package.json` names for this machine, or undefined if
 * it names none. Throws if it is not installed.
 */
export function newestNode(): NewestNode | undefined {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> } // written by npm
  const names = Object.keys(lock.packages['tests/newest-node']?.optionalDependencies ?? {})
  for (const name of names) {
    const { version = '', os = [], cpu = [] } = lock.packages[`node_modules/${name}`] ?? {}
    if (![os].flat().includes(process.platform) || ![cpu].flat().includes(process.arch)) continue
    const binary = join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    if (!existsSync(binary)) throw new Error(`${name} is not installed. Run npm ci.`)
    return { binary, version }
  }
  return undefined
}

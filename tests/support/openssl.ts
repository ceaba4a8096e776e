import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** Where Debian's packages are unpacked if the machine has no OpenSSL. */
const own = join(import.meta.dirname, '..', '..', '.cache', 'openssl')
const mostBytes = 64 * 1024 * 1024

let path: string | undefined

/** Runs OpenSSL and returns what it wrote. Throws with what it reported, or with instructions if there is none. */
export function openssl(args: readonly string[], input?: Buffer): Buffer {
  path ??= ['openssl', join(own, 'usr/bin/openssl')].find(runs) ?? unpacked()
  return execFileSync(path, args, { input, env: environment(), maxBuffer: mostBytes, stdio: 'pipe' })
}

function runs(candidate: string): boolean {
  return spawnSync(candidate, ['version'], { env: environment(), stdio: 'ignore' }).status === 0
}

/** The libraries of the unpacked package lie beside it. */
function environment(): NodeJS.ProcessEnv {
  const libraries = join(own, 'usr/lib', `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`)
  return { ...process.env, ...(existsSync(libraries) ? { LD_LIBRARY_PATH: libraries } : {}), OPENSSL_CONF: '/dev/null' }
}

function unpacked(): string {
  mkdirSync(own, { recursive: true })
  process.stdout.write('No OpenSSL found; unpacking one.\n')
  const commands = [
    'test "$(id -u)" != 0 || apt-get update -q',
    'apt-get download openssl libssl3',
    'for package in *.deb; do dpkg-deb --extract "$package" .; done',
  ]
  spawnSync('sh', ['-c', commands.join(' && ')], { cwd: own, stdio: ['ignore', 'inherit', 'inherit'] })
  const binary = join(own, 'usr/bin/openssl')
  if (runs(binary)) return binary
  throw new Error('The tests of Direct messages need OpenSSL: install it (Debian: apt-get install openssl).')
}

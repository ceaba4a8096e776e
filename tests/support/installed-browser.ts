import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'

interface InstalledBrowser {
  /** As messages call it. */
  name: string
  /** Where it may be: the first file that exists is taken. */
  places: () => readonly (string | undefined)[]
  /** Debian's packages, of which the first is the browser. */
  packages: readonly [string, ...string[]]
  /** The arguments with which Node installs it where apt cannot. */
  otherwise?: readonly string[]
  /** The variable that names another one. */
  variable: string
}

/** Returns the first of the places at which there is a file. */
export function firstOf(places: readonly (string | undefined)[]): string | undefined {
  return places.find((place) => place !== undefined && place !== '' && existsSync(place))
}

/**
 * Returns the path of a browser, which is installed first if the machine allows it. Throws with instructions if none is
 * found and none can be installed.
 */
export async function findBrowser(browser: InstalledBrowser): Promise<string> {
  const { name, places, packages, variable } = browser
  const path = firstOf(places())
  if (path) return path
  process.stdout.write(`No ${name} found; installing one.\n`)
  await install(browser)
  const now = firstOf(places())
  if (now) return now
  throw new Error(
    `The browser tests need ${name}: install it (Debian: apt-get install ${packages[0]}) or set ${variable} to one.`,
  )
}

/** Installs a browser if the machine allows it: by apt as root, else by the other command. */
async function install({ packages, otherwise }: InstalledBrowser): Promise<void> {
  const byApt = `test "$(id -u)" = 0 || exit 1; apt-get update -q; apt-get -o DPkg::Lock::Timeout=600 install -y -q --no-install-recommends ${packages.join(' ')}`
  const commands: [string, readonly string[]][] = [
    ['sh', ['-c', byApt]],
    ...(otherwise ? [[process.execPath, otherwise] satisfies [string, readonly string[]]] : []),
  ]
  for (const [command, args] of commands) {
    const installing = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
    const [code] = (await once(installing, 'exit').catch(() => [1])) as [number | null] // the command does not exist on this machine
    if (code === 0) return
  }
}

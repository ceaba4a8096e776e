import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP *.localhost 127.0.0.1',
  '--use-fake-device-for-media-stream=fps=5', // enough to detect motion
]

const debians = '/usr/bin/chromium'
/** The engine without windows: a third of the processor time for each page. It never prompts for the camera. */
const debiansShell = '/usr/bin/chromium-headless-shell'

/** CHROMIUM_PATH, then Debian's, then Playwright's own. */
function installed(): string | undefined {
  return firstOf([process.env.CHROMIUM_PATH, debians, ownPath()])
}

function firstOf(places: readonly (string | undefined)[]): string | undefined {
  return places.find((place) => place !== undefined && place !== '' && existsSync(place))
}

function ownPath(): string | undefined {
  try {
    return chromium.executablePath()
  } catch {
    return undefined
  }
}

/** Installs Chromium if the machine allows it: by apt as root, else Playwright's own build. */
async function install(): Promise<void> {
  const commands: [string, string[]][] = [
    [
      'sh',
      [
        '-c',
        'test "$(id -u)" = 0 || exit 1; apt-get update -q; apt-get -o DPkg::Lock::Timeout=600 install -y -q --no-install-recommends chromium chromium-headless-shell',
      ],
    ],
    [process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium']],
  ]
  for (const [command, args] of commands) {
    const installing = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
    const [code] = (await once(installing, 'exit').catch(() => [1])) as [number | null] // the command does not exist on this machine
    if (code === 0) return
  }
}

/** The headless shell if there is one, unless CHROMIUM_PATH or HEADED asks for another. */
async function findShell(): Promise<string> {
  const shell = process.env.CHROMIUM_PATH || isHeaded ? undefined : firstOf([debiansShell])
  return shell ?? findChromium()
}

/** Returns the path of Chromium. Throws with instructions if none is found and none can be installed. */
export async function findChromium(): Promise<string> {
  const path = installed()
  if (path) return path
  process.stdout.write('No Chromium found; installing one.\n')
  await install()
  const now = installed()
  if (now) return now
  throw new Error(
    'The browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to one.',
  )
}

/**
 * Launches Chromium with a fake camera and microphone; a page still needs permission to use them. HEADED=1 shows the
 * window and slows it down.
 */
export function launchChromium(more: readonly string[] = []): Promise<Browser> {
  return launch(findChromium(), more)
}

/** Launches what draws pages at the lowest cost, for pages that use neither camera nor microphone. */
export function launchShell(): Promise<Browser> {
  return launch(findShell(), [])
}

const isHeaded = process.env.HEADED === '1'

async function launch(path: Promise<string>, more: readonly string[]): Promise<Browser> {
  const seen = isHeaded ? { headless: false, slowMo: 250 } : {}
  return chromium.launch({ executablePath: await path, args: [...flags, ...more], ...seen })
}

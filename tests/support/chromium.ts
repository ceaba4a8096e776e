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

/**
 * CHROMIUM_PATH, then Debian's, then Playwright's own. Not Debian's headless shell: it never prompts for the camera.
 */
function installed(): string | undefined {
  const places = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', ownPath()]
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
        'test "$(id -u)" = 0 || exit 1; apt-get update -q; apt-get -o DPkg::Lock::Timeout=600 install -y -q --no-install-recommends chromium',
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
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const seen = process.env.HEADED === '1' ? { headless: false, slowMo: 250 } : {}
  return chromium.launch({ executablePath: await findChromium(), args: [...flags, ...more], ...seen })
}

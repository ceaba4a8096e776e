import { chromium, type Browser } from 'playwright'
import { findBrowser, firstOf } from './installed-browser.ts'

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

const isHeaded = process.env.HEADED === '1'

const debians = '/usr/bin/chromium'
/** The engine without windows: a third of the processor time for each page. It never prompts for the camera. */
const debiansShell = '/usr/bin/chromium-headless-shell'

function ownPath(): string | undefined {
  try {
    return chromium.executablePath()
  } catch {
    return undefined
  }
}

/** The headless shell if there is one, unless CHROMIUM_PATH or HEADED asks for another. */
async function findShell(): Promise<string> {
  const shell = process.env.CHROMIUM_PATH || isHeaded ? undefined : firstOf([debiansShell])
  return shell ?? findChromium()
}

/** Returns the path of Chromium: CHROMIUM_PATH, then Debian's, then Playwright's own. Throws if there is none. */
export function findChromium(): Promise<string> {
  return findBrowser({
    name: 'Chromium',
    places: () => [process.env.CHROMIUM_PATH, debians, ownPath()],
    packages: ['chromium', 'chromium-headless-shell'],
    otherwise: ['node_modules/playwright/cli.js', 'install', 'chromium'],
    variable: 'CHROMIUM_PATH',
  })
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

async function launch(path: Promise<string>, more: readonly string[]): Promise<Browser> {
  const seen = isHeaded ? { headless: false, slowMo: 250 } : {}
  return chromium.launch({ executablePath: await path, args: [...flags, ...more], ...seen })
}

import { launch, type Browser } from 'puppeteer-core'
import { findBrowser } from './installed-browser.ts'

/** Returns the path of Firefox: FIREFOX_PATH, else Debian's. Throws if there is none. */
export function findFirefox(): Promise<string> {
  return findBrowser({
    name: 'Firefox',
    places: () => [process.env.FIREFOX_PATH, '/usr/bin/firefox-esr'],
    packages: ['firefox-esr'],
    variable: 'FIREFOX_PATH',
  })
}

/** Launches Firefox, driven over WebDriver BiDi. It saves downloads in the folder. HEADED=1 shows the window. */
export async function launchFirefox(downloads: string): Promise<Browser> {
  return launch({
    browser: 'firefox',
    executablePath: await findFirefox(),
    headless: process.env.HEADED !== '1',
    extraPrefsFirefox: {
      'ui.prefersReducedMotion': 1,
      'browser.download.folderList': 2,
      'browser.download.dir': downloads,
    },
  })
}

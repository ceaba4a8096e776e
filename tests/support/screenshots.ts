import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchChromium } from './chromium.ts'
import { startRealPortal } from './real-portal.ts'

const root = join(import.meta.dirname, '..', '..')
/** Every screen at every width; not committed. */
const folder = join(root, '.cache', 'screens')
/** The few that the documents show. */
const shown = ['dashboard-1280', 'times-1280', 'times-320', 'settings-1280', 'landing-1280']
const widths = [320, 768, 1280]

interface Shot {
  name: string
  path: string
  /** What to do before the picture. */
  then?: (page: Page) => Promise<void>
}

/** A week that begins with a working day, whenever the pictures are taken. */
function nextMonday(): string {
  const day = new Date()
  day.setDate(day.getDate() + ((8 - day.getDay()) % 7 || 7))
  return day.toISOString().slice(0, 10)
}

const slots = `/user/bookappointment/facility/slots?type=inoffice&by=location&region=1&facility=11&from=${nextMonday()}`

const visitorShots: Shot[] = [
  { name: 'landing', path: '/' },
  {
    name: 'privacy-dialog',
    path: '/',
    then: (page) => page.getByRole('button', { name: 'Privacy and Cookies' }).click(),
  },
  { name: 'login', path: '/user/login' },
  { name: 'login-errors', path: '/user/login', then: (page) => page.getByRole('button', { name: 'Sign in' }).click() },
  { name: 'admin-login', path: '/admin' },
  { name: 'not-found', path: '/nowhere' },
]
const patientShots: Shot[] = [
  { name: 'dashboard', path: '/user/home/dashboard' },
  { name: 'menu', path: '/user/home/dashboard', then: openMenu },
  { name: 'upcoming', path: '/user/home/appointments' },
  { name: 'past', path: '/user/home/appointments?tab=past' },
  { name: 'cancelled', path: '/user/home/appointments?tab=cancelled' },
  { name: 'booking-type', path: '/user/bookappointment/index' },
  { name: 'booking-way', path: '/user/bookappointment/index?type=inoffice' },
  { name: 'booking-region', path: '/user/bookappointment/index?type=inoffice&by=location' },
  { name: 'booking-location', path: '/user/bookappointment/index?type=inoffice&by=location&region=1' },
  { name: 'booking-provider', path: '/user/bookappointment/index?type=inoffice&by=provider' },
  { name: 'booking-date', path: '/user/bookappointment/index?type=inoffice&by=date' },
  { name: 'times', path: slots },
  { name: 'confirm', path: slots, then: holdFirstTime },
]
const newcomerShots: Shot[] = [
  { name: 'new-dashboard', path: '/user/home/dashboard' },
  { name: 'new-upcoming', path: '/user/home/appointments' },
]
const adminShots: Shot[] = [
  { name: 'admin-dashboard', path: '/admin/home/dashboard' },
  { name: 'settings', path: '/admin/settings' },
  { name: 'setting', path: '/admin/settings/enable_portal_dashboard_options' },
  { name: 'setting-colour', path: '/admin/settings/Theme_Primary_Colour' },
]

async function openMenu(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /Menu|Maria/ })
    .first()
    .click()
}

async function holdFirstTime(page: Page): Promise<void> {
  await page.locator('button[data-time]:visible').nth(1).click()
  await page.getByRole('dialog').waitFor()
}

interface Album {
  browser: Browser
  origin: string
  signIn?: { login: string; password: string; at: string }
  shots: Shot[]
  prefix?: string
}

async function takeAlbum({ browser, origin, signIn, shots, prefix = '' }: Album): Promise<void> {
  for (const width of widths) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
    if (signIn) await signInAt(context, { origin, ...signIn })
    for (const shot of shots) await take(context, { origin, shot, file: `${prefix}${shot.name}-${width}` })
    await context.close()
  }
}

async function signInAt(
  context: BrowserContext,
  { origin, login, password, at }: { origin: string; login: string; password: string; at: string },
): Promise<void> {
  const page = await context.newPage()
  await page.goto(origin + at)
  await page.getByLabel(/^User ?name/i).fill(login)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: /^Sign in$/i }).click()
  await page.waitForURL(/dashboard/)
  await page.close()
}

async function take(
  context: BrowserContext,
  { origin, shot, file }: { origin: string; shot: Shot; file: string },
): Promise<void> {
  const page = await context.newPage()
  page.on('console', (message) => message.type() === 'error' && process.stdout.write(`${file}: ${message.text()}\n`))
  page.on('pageerror', (error) => process.stdout.write(`${file}: ${error.message}\n`))
  await page.goto(origin + shot.path)
  await page.locator('main h1').first().waitFor()
  await page.waitForLoadState('networkidle')
  await shot.then?.(page).catch((error: Error) => process.stdout.write(`${file}: ${error.message.split('\n')[0]}\n`))
  await page.waitForTimeout(300)
  await page.screenshot({ path: join(folder, `${file}.png`), fullPage: true })
  await page.close()
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const portal = await startRealPortal()
const browser = await launchChromium()
try {
  const origin = `http://localhost:${portal.port}`
  await takeAlbum({ browser, origin, shots: visitorShots })
  await takeAlbum({
    browser,
    origin,
    shots: patientShots,
    signIn: { login: 'maria.alvarez', password: 'Sunny-Harbor-42', at: '/user/login' },
  })
  await takeAlbum({
    browser,
    origin,
    shots: newcomerShots,
    signIn: { login: 'new.patient', password: 'Morning-Bridge-26', at: '/user/login' },
  })
  await takeAlbum({
    browser,
    origin,
    shots: adminShots,
    signIn: { login: 'front.desk', password: 'Practice-Keys-88', at: '/admin' },
  })
  const northgate = `http://northgate.localhost:${portal.port}`
  await takeAlbum({
    browser,
    origin: northgate,
    prefix: 'northgate-',
    shots: [patientShots[0]!, visitorShots[0]!],
    signIn: { login: 'ben.carter', password: 'Maple-Street-19', at: '/user/login' },
  })
  await takeAlbum({
    browser,
    origin: `http://other.localhost:${portal.port}`,
    prefix: 'unknown-',
    shots: [visitorShots[0]!],
  })
  mkdirSync(join(root, 'docs', 'images'), { recursive: true })
  for (const name of shown) copyFileSync(join(folder, `${name}.png`), join(root, 'docs', 'images', `${name}.png`))
} finally {
  await browser.close()
  await portal.stop()
}

import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import type { Browser, BrowserContext, Page } from 'playwright'
import { drawn, open, openContext, signInAs, type Login } from '../browser/people.ts'
import { proveByPassword } from '../browser/keyboard.ts'
import { linkedScreensWalk } from './linked-screens-walk.ts'
import { authenticatorWalk, signInWalk, recoveryWalk, signUpEndWalk, signUpWalk, type Walk } from './account-walks.ts'
import { launchChromium } from './chromium.ts'
import { startRealPortal, type RealPortal } from './real-portal.ts'
import { visitWalk } from './visit-walk.ts'
import { letPass } from './waiting.ts'

const root = join(import.meta.dirname, '..', '..')
/** Every screen at every width; not committed. */
const folder = join(root, '.cache', 'screens')
/** The few that the documents show. */
const shown = ['dashboard-1280', 'times-1280', 'times-320', 'settings-1280', 'landing-1280']
const widths = [320, 768, 1280]

interface Shot {
  name: string
  path: string
  /** What to do before the screenshot. */
  then?: (page: Page) => Promise<void>
}

/** A week that begins with a working day, whenever the screenshots are taken. */
function nextMonday(): string {
  const day = new Date()
  day.setDate(day.getDate() + ((8 - day.getDay()) % 7 || 7))
  return day.toISOString().slice(0, 10)
}

/** A day in the format of the forms, in the time zone of the practice. */
function daysAgo(days: number): string {
  const day = new Date(Date.now() - days * 86_400_000)
  return day.toLocaleDateString('en-CA', { timeZone: 'America/New_York' })
}

const slots = `/user/bookappointment/facility/slots?type=inoffice&by=location&region=1&facility=11&from=${nextMonday()}`

const slotsOf = (provider: number) =>
  `/user/bookappointment/provider/slots?type=inoffice&by=provider&provider=${provider}&from=${nextMonday()}`

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
  { name: 'booking-day-location', path: `/user/bookappointment/index?type=inoffice&by=date&date=${nextMonday()}` },
  { name: 'times', path: slots },
  { name: 'times-provider', path: slotsOf(101) },
  { name: 'times-none', path: slotsOf(108) },
  {
    name: 'times-date',
    path: `/user/bookappointment/date/slots?type=inoffice&by=date&facility=11&date=${nextMonday()}`,
  },
  { name: 'confirm', path: slots, then: holdFirstTime },
  { name: 'cancel', path: '/user/home/appointments', then: askToCancel },
  { name: 'move', path: '/user/home/appointments', then: followTo('Reschedule', /reschedule=/) },
  { name: 'prepare', path: '/user/home/appointments', then: followTo('Prepare', /features/) },
  { name: 'closure', path: '/user/bookappointment/closure' },
  { name: 'short-link-unknown', path: '/user/redirect/nothing' },
  { name: 'profile', path: '/user/home/Profile' },
  { name: 'own-settings', path: '/user/home/Settings' },
  { name: 'own-password', path: '/user/home/Settings/password' },
  { name: 'guardians', path: '/user/register/guardian' },
  { name: 'guardians-password', path: '/user/register/guardian?way=password' },
  { name: 'guardians-errors', path: '/user/register/guardian', then: (page) => send(page, 'Send the invitation') },
  { name: 'activity', path: '/user/home/ActivityLog' },
  { name: 'activity-rows', path: `/user/home/ActivityLog?from=${daysAgo(7)}&to=${daysAgo(0)}` },
  { name: 'activity-empty', path: '/user/home/ActivityLog?from=2020-01-01&to=2020-01-02' },
  { name: 'forms', path: '/user/home/Forms' },
  { name: 'billing', path: '/user/home/Billing' },
  {
    name: 'billing-details',
    path: '/user/home/Billing',
    then: (page) =>
      page
        .getByRole('button', { name: /^Details/ })
        .first()
        .click(),
  },
]
const newcomerShots: Shot[] = [
  { name: 'new-dashboard', path: '/user/home/dashboard' },
  { name: 'new-upcoming', path: '/user/home/appointments' },
  { name: 'new-forms', path: '/user/home/Forms' },
]
/** Screens that exist once every feature is switched on. */
const offeredShots: Shot[] = [{ name: 'settings-offered', path: '/user/home/Settings' }]
const adminShots: Shot[] = [
  { name: 'admin-dashboard', path: '/admin/home/dashboard' },
  { name: 'settings', path: '/admin/settings?group=appointments' },
  { name: 'settings-search', path: '/admin/settings?q=color' },
  { name: 'setting', path: '/admin/settings/enable_portal_dashboard_options' },
  { name: 'setting-colour', path: '/admin/settings/Theme_Primary_Colour' },
  { name: 'admin-account', path: '/admin/account' },
  { name: 'admin-password', path: '/admin/account/password' },
]

function send(page: Page, name: string): Promise<void> {
  return page.getByRole('button', { name }).click()
}

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

async function askToCancel(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^More on/ })
    .last()
    .click()
  await page
    .getByRole('button', { name: /^Cancel on/ })
    .last()
    .click()
  await page.getByRole('dialog').waitFor()
}

function followTo(name: string, address: RegExp): (page: Page) => Promise<void> {
  return async (page) => {
    await page
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .last()
      .click()
    await page.waitForURL(address)
    await drawn(page)
  }
}

interface Album {
  portal: RealPortal
  browser: Browser
  /** The account to sign in, if any. */
  login?: Login
  practice?: string
  shots?: Shot[]
  walk?: Walk
  prefix?: string
  widths?: number[]
}

/** The requested names; without any, everything. */
const requested = process.argv.slice(2)

async function takeAlbum(name: string, album: Album): Promise<void> {
  if (requested.length > 0 && !requested.includes(name)) return
  for (const width of album.widths ?? widths) await takeAt(width, album)
}

async function takeAt(
  width: number,
  { portal, browser, login, practice = 'lakeside', shots = [], walk, prefix = '' }: Album,
): Promise<void> {
  const context = login
    ? (await signInAs(login, { browser, port: portal.port, width })).context()
    : await openContext({ browser, width })
  const origin = `http://${practice}.localhost:${portal.port}`
  for (const shot of shots) await take(context, { origin, shot, file: `${prefix}${shot.name}-${width}` })
  if (walk) await follow(walk, { context, origin, portal, width })
  await context.close()
}

async function follow(
  walk: Walk,
  { context, origin, portal, width }: { context: BrowserContext; origin: string; portal: RealPortal; width: number },
): Promise<void> {
  const page = await context.newPage()
  listen(page, `${walk.name}-${width}`)
  await page.goto(origin)
  const shoot = (name: string) => picture(page, `${name}-${width}`)
  await walk({ page, portal, shoot }).catch((error: Error) => process.stdout.write(`${walk.name}: ${error.message}\n`))
}

async function take(
  context: BrowserContext,
  { origin, shot, file }: { origin: string; shot: Shot; file: string },
): Promise<void> {
  const page = await context.newPage()
  listen(page, file)
  const visit = async () => {
    await page.goto(origin + shot.path)
    await drawn(page)
    await shot.then?.(page)
  }
  await visit().catch((error: Error) => process.stdout.write(`${file}: ${error.message.split('\n')[0]}\n`))
  await picture(page, file)
  await page.close()
}

function listen(page: Page, file: string): void {
  page.on('console', (message) => message.type() === 'error' && process.stdout.write(`${file}: ${message.text()}\n`))
  page.on('pageerror', (error) => process.stdout.write(`${file}: ${error.message}\n`))
}

async function picture(page: Page, file: string): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager' // also below the fold
    await Promise.allSettled([...document.images].map((image) => image.decode()))
  })
  await letPass(300, 'animations end')
  await page.screenshot({ path: join(folder, `${file}.png`), fullPage: true })
}

/**
 * Sets an authenticator app up for the owner, who then switches off that the staff need a second factor: the other
 * accounts of the staff sign in as they are.
 */
async function allowStaffPasswords({ portal, browser }: Pick<Album, 'portal' | 'browser'>): Promise<void> {
  const page = await signInAs('practice.owner', { browser, port: portal.port })
  const typed = await page
    .locator('main')
    .getByText(/^([A-Z2-7]{4} ?)+$/)
    .first()
    .textContent()
  const app = new TOTP({ secret: Secret.fromBase32((typed ?? '').replaceAll(/\s/g, '')) })
  await page.getByLabel(/^Code/).fill(app.generate())
  await page.keyboard.press('Enter')
  await page
    .getByText(/recovery codes/i)
    .first()
    .waitFor()
  await open(page, '/admin/settings/Staff_Second_Factor')
  await page.locator('main form').getByRole('switch').click()
  await page.getByRole('button', { name: 'Save' }).click()
  // Each code works once; the next one is accepted already.
  await page.getByLabel(/^Code from/).fill(app.generate({ timestamp: Date.now() + 30_000 }))
  await page.keyboard.press('Enter')
  await page.getByText('Saved').first().waitFor()
  await page.context().close()
}

/** Switches on every feature that is off by default. */
async function offerAll({ portal, browser }: Pick<Album, 'portal' | 'browser'>): Promise<void> {
  const page = await signInAs('front.desk', { browser, port: portal.port })
  for (const name of ['Portal_Passkeys', 'Portal_Second_Factor']) {
    await open(page, `/admin/settings?q=${name}`)
    await page.locator('main').getByRole('switch').first().click()
    if (name === 'Portal_Passkeys') await proveByPassword(page, 'Practice-Keys-88') // valid for ten minutes
    await page.getByRole('button', { name: /^Undo/ }).waitFor()
  }
  await page.context().close()
}

if (requested.length === 0) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const portal = await startRealPortal()
const browser = await launchChromium()
try {
  const common = { portal, browser }
  await allowStaffPasswords(common)
  await takeAlbum('visitor', { ...common, shots: visitorShots })
  await takeAlbum('patient', { ...common, shots: patientShots, login: 'maria.alvarez' })
  await takeAlbum('newcomer', { ...common, shots: newcomerShots, login: 'new.patient' })
  await takeAlbum('admin', { ...common, shots: adminShots, login: 'front.desk' })
  await takeAlbum('northgate', {
    ...common,
    practice: 'northgate',
    prefix: 'northgate-',
    shots: [patientShots[0]!, visitorShots[0]!],
    login: 'ben.carter',
  })
  await takeAlbum('unknown', { ...common, practice: 'other', prefix: 'unknown-', shots: [visitorShots[0]!] })
  await takeAlbum('entering', { ...common, walk: signInWalk })
  await takeAlbum('sign-up', { ...common, walk: signUpWalk })
  await takeAlbum('sign-up', { ...common, walk: signUpEndWalk, widths: [320] })
  await takeAlbum('recovery', { ...common, walk: recoveryWalk })
  await takeAlbum('around', { ...common, walk: linkedScreensWalk, login: 'maria.alvarez' })
  await takeAlbum('visit', { ...common, walk: visitWalk, login: 'maria.alvarez' })
  await offerAll(common)
  await takeAlbum('offered', { ...common, shots: offeredShots, login: 'maria.alvarez' })
  await takeAlbum('offered', { ...common, shots: [{ name: 'login-offered', path: '/user/login' }] })
  await takeAlbum('offered', { ...common, walk: authenticatorWalk, login: 'new.patient' })
  mkdirSync(join(root, 'docs', 'images'), { recursive: true })
  for (const name of requested.length === 0 ? shown : [])
    copyFileSync(join(folder, `${name}.png`), join(root, 'docs', 'images', `${name}.png`))
} finally {
  await browser.close()
  await portal.stop()
}

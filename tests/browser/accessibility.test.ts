import { DateTime } from 'luxon'
import { describe, expect, vi } from 'vitest'
import type { Page } from 'playwright'
import { linkedRoutes, cameraRoute } from '../support/linked-screens-walk.ts'
import { isTooWide, violationsOn, wideTables } from './axe.ts'
import { drawn, open, openContext, settled, signInAs } from './people.ts'
import { browserTest } from './browser-test.ts'

const test = browserTest({ shared: true })

const widths = [1280, 768, 320]
/** Where every element is shown in one of its two forms; 768 px differs in widths only. */
const widthsOfAxe = [1280, 320]
const booking = '/user/bookappointment'
const publicRoutes = [
  '/',
  '/user/signup',
  '/user/login',
  '/user/login/code',
  '/user/forgotusername',
  '/user/forgotpassword',
  '/user/forgotpassword/verification',
  '/user/resetpassword',
  '/user/invitation/not-known',
  '/admin',
  '/privacypolicy',
  '/nowhere',
]
const guardianRoutes = [
  '/user/home/dashboard',
  '/user/home/appointments',
  '/user/home/Profile',
  '/user/home/Settings',
  '/user/home/Settings/password',
  '/user/home/Settings/authenticator',
  '/user/home/Forms',
  '/user/home/Billing',
  '/user/home/Invoices',
  '/user/home/Statements',
]
/** Screens that are the same for guardians, but for the bar on top, and those that guardians do not have. */
const accountRoutes = [
  ...guardianRoutes.slice(2),
  '/user/home/Messages',
  '/user/home/Messages?box=sent',
  '/user/home/ChatMsg',
  '/user/home/Myrecord',
  '/user/home/Myrecord/pharmacy',
  '/user/home/Myrecord/pharmacy?name=pharmacy',
  '/user/home/Myrecord/pharmacy?name=nothing',
  '/user/home/clinicaldocuments',
  '/user/home/LabOrdering',
  '/user/home/TestResults',
  '/user/home/Settings/recoverycodes',
  '/user/register/guardian',
  '/user/home/ActivityLog',
  '/user/home/ActivityLog?from=2020-01-01&to=2099-01-01',
  '/user/home/ActivityLog?from=2020-01-01&to=2020-01-02',
]
const lakesideRoutes = [
  '/user/home/dashboard',
  '/user/home/appointments',
  '/user/home/appointments?tab=past',
  '/user/home/appointments?tab=cancelled',
  `${booking}/index`,
  `${booking}/index?type=inoffice`,
  `${booking}/index?type=inoffice&by=location`,
  `${booking}/index?type=inoffice&by=location&region=1`,
  `${booking}/index?type=inoffice&by=provider`,
  `${booking}/index?type=inoffice&by=date`,
  `${booking}/facility/slots?type=inoffice&by=location&region=1&facility=11`,
  `${booking}/provider/slots?type=inoffice&by=provider&provider=101`,
  `${booking}/provider/slots?type=inoffice&by=provider&provider=108`,
  `${booking}/date/slots?type=inoffice&by=date&facility=11`,
  `${booking}/facility/slots?type=inoffice&by=location`,
  `${booking}/closure`,
  `${booking}/features/not-known/lakeside/1`,
  '/user/redirect/nothing',
]
const adminRoutes = [
  '/admin/home/dashboard',
  '/admin/account',
  '/admin/account/password',
  '/admin/settings',
  '/admin/settings?group=appointments',
  '/admin/settings?q=color',
  '/admin/settings/EnableCenterLogo',
  '/admin/settings/enable_portal_dashboard_options',
  '/admin/settings/Theme_Primary_Colour',
  '/admin/settings/InvoiceMessage',
]

/** Returns the faults of each screen, which is opened once and checked at every width. */
async function faultsAt(page: Page, routes: string[]): Promise<string[]> {
  const faults: string[] = []
  for (const route of routes) {
    await follow(page, route)
    faults.push(...(await faultsInWidths(page, route)))
  }
  return faults
}

/** Goes to a route as a link of the page does, without reloading the page. */
async function follow(page: Page, route: string): Promise<void> {
  const { pathname, search } = new URL(page.url())
  if (pathname + search === route) return drawn(page)
  const response = page.waitForResponse((answer) => answer.url().endsWith(`/ui/screens${route}`))
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, route)
  await response
  await drawn(page)
}

async function faultsInWidths(page: Page, what: string): Promise<string[]> {
  const faults: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await settled(page)
    const violations = widthsOfAxe.includes(width) ? await violationsOn(page) : []
    for (const violation of violations) faults.push(`${what} at ${width} px: ${violation}`)
    if (await isTooWide(page)) faults.push(`${what} at ${width} px scrolls sideways`)
  }
  return faults
}

// About a dozen screens for each test, which take minutes on a busy machine.
vi.setConfig({ testTimeout: 300_000 })

describe('every screen is accessible at 320 and 1280 px, and fits there and at 768 px', () => {
  test.for(['lakeside', 'northgate'])('for a visitor of %s', async (practice, { portal, browser }) => {
    const context = await openContext({ browser })
    const page = await context.newPage()
    await page.goto(`http://${practice}.localhost:${portal.port}/`)
    expect(await faultsAt(page, publicRoutes)).toEqual([])
  })

  test('for a patient of Lakeside', async ({ portal, browser }) => {
    const page = await signInAs('maria.alvarez', { browser, port: portal.port })
    expect(await faultsAt(page, lakesideRoutes)).toEqual([])
  })

  test('for the account of a patient', async ({ portal, browser }) => {
    const page = await signInAs('maria.alvarez', { browser, port: portal.port })
    expect(await faultsAt(page, accountRoutes)).toEqual([])
  })

  test.for(['g.alvarez@example.com', 'r.okafor@example.com'] as const)(
    'for the guardian %s',
    async (login, { portal, browser }) => {
      const page = await signInAs(login, { browser, port: portal.port })
      expect(await faultsAt(page, guardianRoutes)).toEqual([])
    },
  )

  test('for a patient who has nothing yet', async ({ portal, browser }) => {
    const page = await signInAs('new.patient', { browser, port: portal.port })
    expect(await faultsAt(page, [...lakesideRoutes.slice(0, 4), '/user/home/Forms', '/user/home/Billing'])).toEqual([])
  })

  test('for a patient of Northgate', async ({ portal, browser }) => {
    const page = await signInAs('ben.carter', { browser, port: portal.port })
    expect(
      await faultsAt(page, [
        '/user/home/dashboard',
        '/user/home/appointments',
        `${booking}/index`,
        `${booking}/index?type=inoffice&by=location`,
      ]),
    ).toEqual([])
  })

  test('for an admin', async ({ portal, browser }) => {
    const page = await signInAs('front.desk', { browser, port: portal.port })
    expect(await faultsAt(page, adminRoutes)).toEqual([])
  })

  test('before and after a visit of a patient, where only links lead', async ({ portal, browser }) => {
    const page = await signInAs('maria.alvarez', { browser, port: portal.port })
    const { upload, code, survey } = await linkedRoutes(page)
    const routes = [upload, `${upload}?card=insurance`, code, await cameraRoute(page, code), survey]
    expect(await faultsAt(page, [...routes, `${booking}/closure?origin=upload`])).toEqual([])
  })

  test('the staff page of the sandbox', async ({ portal, browser }) => {
    const context = await openContext({ browser })
    const page = await context.newPage()
    await page.goto(`http://127.0.0.1:${portal.sandboxPort}/staff`)
    await page.getByLabel('Part of the call’s path').fill('GetReviewLink')
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.getByRole('cell', { name: 'GetReviewLink' }).waitFor()
    expect(await faultsInWidths(page, 'the staff page')).toEqual([])
    await page.getByRole('button', { name: 'Clear all faults' }).click()
    await page.getByText('Everything works.').waitFor()
  })

  test('for a patient who must choose an insurance', async ({ portal, browser }) => {
    const page = await signInAs('ben.carter', { browser, port: portal.port })
    const chosen = `${booking}/index?type=inoffice&visit=12`
    expect(await faultsAt(page, [chosen, `${chosen}&insurance=2`, `${chosen}&insurance=2&by=provider`])).toEqual([])
  })

  test('with a form that has errors, a menu and a dialog open', async ({ portal, browser }) => {
    const context = await openContext({ browser })
    const page = await context.newPage()
    await page.goto(`http://lakeside.localhost:${portal.port}/user/login`)
    await drawn(page)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Please enter your username.').first().waitFor()
    expect(await faultsInWidths(page, 'the form')).toEqual([])
    await page.getByRole('button', { name: 'Privacy and Cookies' }).click()
    await page.getByRole('dialog').waitFor()
    expect(await faultsInWidths(page, 'the dialog')).toEqual([])
  })
})

test.for([768, 1000, 1280])('at %i px no table scrolls sideways', async (width, { portal, browser }) => {
  const today = DateTime.now().setZone('America/New_York') // of the practice
  for (const [login, routes] of [
    [
      'maria.alvarez',
      [
        `/user/home/ActivityLog?from=${today.minus({ days: 7 }).toISODate()}&to=${today.toISODate()}`,
        '/user/home/appointments',
        '/user/home/appointments?tab=past',
        '/user/home/Billing',
        '/user/home/Myrecord',
        '/user/home/LabOrdering',
        '/user/home/clinicaldocuments',
        '/user/home/Settings',
      ],
    ],
    ['front.desk', ['/admin/settings/Allow_Portal_Appointment_Booking']],
  ] as const) {
    const page = await signInAs(login, { browser, port: portal.port, width })
    for (const route of routes) {
      await open(page, route)
      expect([route, await page.locator('table tbody tr').count()]).not.toEqual([route, 0])
      expect([route, await wideTables(page)]).toEqual([route, []])
    }
    await page.context().close()
  }
})

import { expect } from 'vitest'
import type { Page } from 'playwright'
import { Secret, TOTP } from 'otpauth'
import { isTooWide, violationsOn } from './axe.ts'
import { proveByPassword } from './keyboard.ts'
import { drawn, open, openContext, signInAs, tabTo } from './people.ts'
import { addDevice } from './authenticator.ts'
import { browserTest } from './browser-test.ts'
import { setSetting } from '../support/switches.ts'

const test = browserTest()

const settings = '/user/home/Settings'

test.beforeAll(async ({ portal }) => {
  for (const name of ['Portal_Passkeys', 'Portal_Second_Factor']) await setSetting(portal, { name, value: true })
})

async function signOut(page: Page, name: RegExp): Promise<void> {
  // By keyboard: a notice that comes under the pointer stays for as long as the pointer does.
  await tabTo(page, name)
  await page.keyboard.press('Enter')
  await tabTo(page, /^Logout/)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/')
}

test('a patient adds a passkey and signs in with it by keyboard alone', async ({ portal, browser }) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port })
  await addDevice(page)
  await open(page, settings)
  expect(await violationsOn(page)).toEqual([])
  await tabTo(page, /^Add a passkey/)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  expect(await violationsOn(page)).toEqual([])
  await proveByPassword(page, 'Sunny-Harbor-42')
  await page.getByText('Passkey added').first().waitFor()
  await page.getByRole('table', { name: 'Passkeys' }).waitFor()
  await signOut(page, /Maria Alvarez/)
  await open(page, '/user/login')
  expect(await violationsOn(page)).toEqual([])
  await tabTo(page, /^Sign in with a passkey/)
  await page.keyboard.press('Enter')
  await page.waitForURL(/dashboard/)
  await open(page, settings)
  await page.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await proveByPassword(page, 'Sunny-Harbor-42')
  await page.getByText('Passkey removed').first().waitFor()
  await page.getByText('You have none yet.').waitFor()
  await page.context().close()
})

test('a patient sets an authenticator app up on a narrow screen and must enter its code', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('new.patient', { browser, port: portal.port, width: 320 })
  await open(page, settings)
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await page.getByRole('dialog').waitFor()
  expect([await violationsOn(page), await isTooWide(page)]).toEqual([[], false])
  await proveByPassword(page, 'Morning-Bridge-26')
  await page.waitForURL(/authenticator/)
  await page.getByText('Or type this key into the app:').waitFor()
  await drawn(page)
  expect([await violationsOn(page), await isTooWide(page)]).toEqual([[], false])
  const typed = await page.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText()
  const app = new TOTP({ secret: Secret.fromBase32(typed.replaceAll(/\s/g, '')) })
  await page.getByLabel(/^Code/).fill(app.generate())
  await page.waitForURL(/recoverycodes/)
  await page.getByText('We will not show them again.').waitFor()
  expect([await violationsOn(page), await isTooWide(page)]).toEqual([[], false])
  const [recoveryCode = ''] = (await page.getByText(/^\w{4}-\w{4}-\w{4}-\w{4}/).innerText()).split('\n')
  await page.getByRole('button', { name: 'I have saved these codes' }).click()
  await page.waitForURL((url) => url.pathname === settings)
  await page.getByText('You have 10 recovery codes left.').waitFor()
  await page.context().close()

  const context = await openContext({ browser, width: 320 })
  const again = await context.newPage()
  await again.goto(`http://lakeside.localhost:${portal.port}/user/login`)
  await again.getByLabel(/^Username/).fill('new.patient')
  await again.getByLabel(/^Password/).fill('Morning-Bridge-26')
  await again.getByRole('button', { name: 'Sign in', exact: true }).click()
  await again.waitForURL(/login\/code/)
  await drawn(again)
  expect([await violationsOn(again), await isTooWide(again)]).toEqual([[], false])
  await again.getByLabel(/^Code from your app/).fill(app.generate({ timestamp: 0 }))
  await again.getByText('You have 4 tries left.').first().waitFor()
  await again.getByRole('link', { name: 'Use a recovery code' }).click()
  await again.getByLabel(/^Recovery code/).fill(recoveryCode)
  await again.getByRole('button', { name: 'Sign in' }).click()
  await again.waitForURL(/dashboard/)
  await context.close()
})

import { expect } from 'vitest'
import { nextStep, openApp } from '../support/authenticator-app.ts'
import { browserTest } from './browser-test.ts'
import { faultsOf, press, typeInto } from './keyboard.ts'
import { drawn, heading, open, openContext } from './people.ts'

const test = browserTest({ staffSecondFactor: true })

test('a member of the staff confirms with a code before a sensitive setting changes, by keyboard at 320 px', async ({
  portal,
  browser,
}) => {
  const page = await (await openContext({ browser, width: 320 })).newPage()
  await page.goto(`http://lakeside.localhost:${portal.port}/admin`)
  await heading(page).waitFor()
  await typeInto(page, /^User name/, 'settings.desk')
  await typeInto(page, /^Password/, 'Color-Wheel-29')
  await press(page, /^Sign In$/)
  await page.getByRole('heading', { name: 'Protect your account' }).waitFor()
  await drawn(page)
  const secret = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '')
  nextStep(portal)
  const app = openApp(portal, secret)
  await typeInto(page, /^Code/, app.code())
  await page.getByRole('heading', { name: 'Recovery codes', level: 1 }).waitFor()
  const codes = (await page.getByText(/^\w{4}-\w{4}-\w{4}-\w{4}/).innerText()).split('\n')
  await press(page, /saved/)
  nextStep(portal)

  await open(page, '/admin/settings?group=access')
  const setting = page.getByRole('switch', { name: 'Passkeys' })
  await setting.focus()
  await page.keyboard.press('Space')
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect([await setting.getAttribute('aria-checked'), await isFocused()]).toEqual(['false', true])

  await page.keyboard.press('Space')
  await dialog.waitFor()
  await typeInto(page, /^Code from your authenticator app/, '000000')
  await page
    .getByText(/^That code does not work now\./)
    .first()
    .waitFor()
  expect(await faultsOf(page)).toEqual([])
  await typeInto(page, /^Code from your authenticator app/, app.code())
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => setting.getAttribute('aria-checked')).toBe('true')
  await expect.poll(isFocused).toBe(true)
  expect(await faultsOf(page)).toEqual([])

  await page.keyboard.press('Space')
  await expect.poll(() => setting.getAttribute('aria-checked')).toBe('false')
  expect(await dialog.count()).toBe(0)

  await page.context().clearCookies({ name: 'portal_flow_proof' })
  await page.keyboard.press('Space')
  await dialog.waitFor()
  await press(page, /^Use a recovery code$/)
  await page.getByRole('textbox', { name: /^Recovery code/ }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await press(page, /^Use your authenticator app$/)
  await page.getByLabel(/^Code from your authenticator app/).waitFor()
  await press(page, /^Use a recovery code$/)
  await typeInto(page, /^Recovery code/, codes[0] ?? '')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => setting.getAttribute('aria-checked')).toBe('true')
  await expect.poll(isFocused).toBe(true)
  await page.keyboard.press('Space')
  await expect.poll(() => setting.getAttribute('aria-checked')).toBe('false')

  function isFocused() {
    return setting.evaluate((element) => element === document.activeElement)
  }
})

import { expect } from 'vitest'
import { addDevice } from './authenticator.ts'
import { browserTest } from './browser-test.ts'
import { faultsInWidths, press, proveByPassword, typeInto } from './keyboard.ts'
import { heading, open, openContext } from './people.ts'

const test = browserTest({ staffSecondFactor: true })

test('a member of the staff protects the account with a passkey, and signs in with it, by keyboard at 320 px [2 §2.15]', async ({
  portal,
  browser,
}) => {
  const page = await (await openContext({ browser, width: 320 })).newPage()
  await addDevice(page)
  const [login, password] = ['calls.desk', 'Ring-Twice-64']
  const named = (name: string) => page.getByRole('heading', { name })
  const signIn = async () => {
    await page.goto(`http://lakeside.localhost:${portal.port}/admin`)
    await heading(page).waitFor()
    await typeInto(page, /^User name/, login)
    await typeInto(page, /^Password/, password)
    await press(page, /^Sign In$/)
  }
  await signIn()
  await named('Protect your account').waitFor()
  expect(await faultsInWidths(page)).toEqual([])
  await press(page, /^Set up a passkey$/)
  await page.getByRole('dialog').waitFor()
  expect(await faultsInWidths(page)).toEqual([])
  await proveByPassword(page, password)
  await named('Administration').waitFor()

  await page.context().clearCookies()
  await signIn()
  await page.getByText('Please sign in with your passkey.').first().waitFor()
  expect(await faultsInWidths(page)).toEqual([])
  await press(page, /^Sign in with a passkey$/)
  await named('Administration').waitFor()
  expect(await faultsInWidths(page)).toEqual([])

  await open(page, '/admin/patient/1001')
  await press(page, /^Reset/)
  await press(page, /^Make a one-time password$/)
  await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor()
  expect(await faultsInWidths(page)).toEqual([])
  await press(page, /^Use your passkey$/)
  await page.getByText(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(1)
})

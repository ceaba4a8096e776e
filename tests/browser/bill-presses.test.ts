import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { linkOf } from '../support/payment-links.ts'
import { browserTest } from './browser-test.ts'
import { typeInto } from './keyboard.ts'
import { drawn, heading, openContext, signInAs, tabTo } from './people.ts'

const test = browserTest()
const width = 390

/** Presses what a person presses, and counts. */
function presses(page: Page) {
  let count = 0
  return {
    press: async (what: Locator) => {
      await drawn(page)
      await what.first().click()
      count++
    },
    count: () => count,
  }
}

test('all is paid with a saved card in three presses from the dashboard, and the last receipt is two away', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port, width })
  const paying = presses(page)
  await paying.press(page.getByRole('link', { name: /Pay what you owe/ }))
  await paying.press(page.getByRole('button', { name: 'Next' }))
  await paying.press(page.getByRole('dialog').getByRole('button', { name: 'Pay', exact: true }))
  const paid = page.getByRole('dialog', { name: 'Payment Successful!' })
  await paid.getByText('$312.45').waitFor()
  expect(paying.count()).toBe(3)
  await paid.getByRole('button', { name: 'Ok' }).click()
  await page.goto(`http://lakeside.localhost:${portal.port}/user/home/dashboard`)
  const looking = presses(page)
  await looking.press(page.locator('main').getByRole('link', { name: /^Billing/ }))
  await looking.press(page.getByRole('link', { name: 'Last receipt' }))
  await page.waitForURL(/printReceipt/)
  await page.getByText('Visa ending in 4242').waitFor()
  expect(looking.count()).toBe(2)
  await page.context().close()
})

test('a guest with a link of the office pays in four presses, besides what is typed', async ({ portal, browser }) => {
  const page = await (await openContext({ browser, width })).newPage()
  await page.goto(`http://lakeside.localhost:${portal.port}${await linkOf(portal)}`)
  const paying = presses(page)
  await paying.press(page.getByRole('button', { name: 'See the bill' }))
  await paying.press(page.getByRole('link', { name: /^Pay \$/ }))
  const number = page.frameLocator('iframe').getByLabel('Card number')
  await number.fill('4111111111111111')
  await number.press('Enter')
  await page.getByText('ending in 1111').waitFor()
  for (const [label, value] of [
    [/^Month/, '12'],
    [/^Year/, '49'],
    [/^CVC/, '123'],
    [/^First name on card/, 'Grace'],
    [/^Address$/, '4 Elm Street'],
    [/^City/, 'Hoboken'],
    [/^Cell phone/, '2015550123'],
    [/^ZIP/, '07030'],
  ] as const)
    await typeInto(page, label, value)
  await tabTo(page, /^State/)
  await page.keyboard.type('New Jersey')
  await page.keyboard.press('Enter')
  await paying.press(page.getByRole('button', { name: 'Next' }))
  await paying.press(page.getByRole('dialog').getByRole('button', { name: 'Pay', exact: true }))
  await page.getByRole('dialog', { name: 'Payment Successful!' }).waitFor()
  expect(paying.count()).toBe(4)
  expect(await heading(page).innerText()).toBe('Billing')
})

import { expect } from 'vitest'
import { browserTest } from './browser-test.ts'
import { faultsInSight, faultsInWidths } from './keyboard.ts'
import { drawn, openContext } from './people.ts'

// What opens on a screen, and what is none of the portal's. The screens themselves are judged in `screens/`.
const test = browserTest({ shared: true })

test('a page with errors in its form fits and is accessible, and so is one with a dialog open', async ({
  portal,
  browser,
}) => {
  const page = await (await openContext({ browser, width: 320 })).newPage()
  await page.goto(`http://lakeside.localhost:${portal.port}/user/login`)
  await drawn(page)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Please enter your username.').first().waitFor()
  expect(await faultsInWidths(page)).toEqual([])
  await page.getByRole('button', { name: 'Privacy and Cookies' }).click()
  await page.getByRole('dialog').waitFor()
  expect(await faultsInWidths(page)).toEqual([])
})

test('the staff page of the sandbox fits and is accessible', async ({ portal, browser }) => {
  const page = await (await openContext({ browser })).newPage()
  await page.goto(`http://127.0.0.1:${portal.sandboxPort}/staff`)
  await page.getByLabel('Part of the call’s path').fill('GetReviewLink')
  await page.getByRole('button', { name: 'Switch on' }).click()
  await page.getByRole('cell', { name: 'GetReviewLink' }).waitFor()
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 900 })
    expect([width, await faultsInSight(page)]).toEqual([width, []])
  }
  await page.getByRole('button', { name: 'Clear all faults' }).click()
  await page.getByText('Everything works.').waitFor()
})

import type { Page } from 'playwright'
import { expect } from 'vitest'
import { browserTest } from './browser-test.ts'
import { faultsOf, focusedText } from './keyboard.ts'
import { open, signInAs } from './people.ts'

const test = browserTest()

/** Opens the dialog by which Maria cancels her next appointment. */
async function askToCancel(page: Page): Promise<void> {
  await open(page, '/user/home/appointments')
  await page.getByRole('button', { name: /^More/ }).first().click()
  await page
    .getByRole('button', { name: /^Cancel/ })
    .first()
    .click()
  await page.getByRole('dialog', { name: 'Cancel this appointment?' }).waitFor()
}

async function buttonsOf(page: Page) {
  const [cancel, keep] = [await boxOf(page, 'Cancel appointment'), await boxOf(page, 'Keep appointment')]
  return {
    cancelIsRight: cancel.x > keep.x,
    cancelIsAbove: cancel.y < keep.y,
    areAligned: cancel.x === keep.x && cancel.width === keep.width,
    areWide: cancel.width > 200,
  }
}

const boxOf = async (page: Page, name: string) => {
  const box = await page.getByRole('dialog').getByRole('button', { name, exact: true }).boundingBox()
  if (!box) throw new Error(`${name} is not shown`)
  return box
}

test('a dialog begins at its heading, what cancels is red and on its right, on a phone on top, Esc closes it, and the focus returns', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port })
  await askToCancel(page)
  await expect.poll(() => focusedText(page)).toBe('Cancel this appointment?')
  // What is measured moves while the dialog opens and after the window has changed.
  const color = () =>
    page
      .getByRole('button', { name: 'Cancel appointment' })
      .evaluate((button) => getComputedStyle(button).backgroundColor)
  await expect.poll(color).toBe('rgb(179, 38, 30)')
  await expect.poll(async () => (await buttonsOf(page)).cancelIsRight).toBe(true)
  await page.setViewportSize({ width: 320, height: 800 })
  await expect.poll(() => buttonsOf(page)).toMatchObject({ cancelIsAbove: true, areAligned: true, areWide: true })
  expect(await faultsOf(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => focusedText(page)).toMatch(/^More/)

  // Who leaves the confirmation of a time is back at that time.
  await open(page, '/user/bookappointment/provider/slots?type=inoffice&by=provider&provider=101')
  const time = page.locator('button[data-time]:visible').nth(2)
  const id = await time.getAttribute('data-time')
  await time.click()
  await page.getByRole('dialog', { name: 'Confirm your appointment' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-time'))).toBe(id)
})

test('what a cancellation says is in sight, also below a long list', async ({ portal, browser }) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port, width: 320 })
  await open(page, '/user/home/appointments')
  await page.getByRole('button', { name: /^More/ }).last().click()
  await page
    .getByRole('button', { name: /^Cancel/ })
    .last()
    .click()
  await page.getByRole('dialog').getByLabel('Schedule conflict').check()
  await page.getByRole('button', { name: 'Cancel appointment' }).click()
  const notice = page.locator('main').getByText(/^Your appointment on .* has been cancelled\.$/)
  await notice.waitFor()
  await expect.poll(async () => (await notice.boundingBox())?.y).toBeGreaterThan(0)
  await page.context().close()
})

import type { Page } from 'playwright'
import { expect } from 'vitest'
import { browserTest } from './browser-test.ts'
import { faultsInWidths, press } from './keyboard.ts'
import { drawn, open, signInAs } from './people.ts'

const test = browserTest()
const profile = '/user/home/Profile'

/** Leads to the start page. */
const logo = (page: Page) => page.locator('header a').first()

async function home(page: Page): Promise<void> {
  await logo(page).click()
  await page.waitForURL(/dashboard/)
}

test('what was typed is lost by no link, menu, reload or way back without a question, at 320 and 1280 px', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port, width: 320 })
  await open(page, profile)
  await home(page)
  await page.goBack()
  const note = page.locator('[data-block=request]').getByRole('textbox')
  const dialog = page.getByRole('dialog')
  const stays = async (leave: () => Promise<unknown>) => {
    await leave()
    await dialog.getByText('What you entered has not been sent, and will be lost.').waitFor()
    expect(await faultsInWidths(page)).toEqual([])
    expect(await dialog.getByRole('button', { name: 'Leave' }).getAttribute('class')).toContain('danger')
    await press(page, /^Stay$/)
    await dialog.waitFor({ state: 'detached' })
    expect([new URL(page.url()).pathname, await note.inputValue()]).toEqual([profile, 'I moved.'])
  }
  await note.fill('I moved.')
  await stays(() => page.goForward())
  await stays(() => logo(page).click())
  await stays(async () => {
    await page.getByRole('button', { name: /^Menu/ }).first().click()
    await press(page, /^Log ?out/i)
  })
  await page.setViewportSize({ width: 1280, height: 900 })
  await stays(async () => {
    await page.getByRole('button', { name: /Maria/ }).first().click()
    await press(page, /^Log ?out/i)
  })
  const held = page.waitForEvent('dialog')
  const reload = page.reload().catch(() => undefined)
  const browserQuestion = await held
  expect(browserQuestion.type()).toBe('beforeunload')
  await browserQuestion.accept()
  await reload
  await drawn(page)
  await note.fill('I moved.')
  await page.goForward()
  await press(page, /^Leave$/)
  await page.waitForURL(/dashboard/)
})

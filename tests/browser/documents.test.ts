import type { Page } from 'playwright'
import { expect } from 'vitest'
import { violationsOn } from './axe.ts'
import { browserTest } from './browser-test.ts'
import { faultsOf, press } from './keyboard.ts'
import { drawn, open, signInAs } from './people.ts'

// The headless shell has no viewer for PDF.
const test = browserTest({ usesCamera: true })

const dialog = (page: Page) => page.getByRole('dialog')
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

test('at 320 px a clinical document is read by keyboard, and a file is saved at once, which the dialog says [1 §8.30] [2 §2.100 §2.113 §2.115 §8.50]', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port, width: 320 })
  await open(page, '/user/home/clinicaldocuments')
  await press(page, /^View Care plan|^View /)
  await dialog(page).waitFor()
  await drawn(page)
  expect(await dialog(page).getByRole('heading', { level: 2 }).innerText()).toMatch(/ preview$/)
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toMatch(/^View /)

  await open(page, '/user/home/LabOrdering')
  const saved = page.waitForEvent('download')
  await press(page, /^View /)
  expect((await saved).suggestedFilename()).toMatch(/^Lakeside-lab-order-\d{4}-\d\d-\d\d\.pdf$/)
  await dialog(page).getByText('File downloaded successfully!').waitFor()
  expect(await faultsOf(page)).toEqual([])
})

test('a lab order and the document of a result show in the viewer of the browser on wide screens, without leaving the portal [2 §2.97 §2.121 §4.33]', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port, width: 1280 })
  await open(page, '/user/home/LabOrdering')
  const shown = page.waitForResponse((response) => /\/LabOrdering\/\d+\/pdf$/.test(new URL(response.url()).pathname))
  await press(page, /^View /)
  expect((await shown).headers()['content-disposition']).toMatch(/^inline/)
  const frame = page.locator('[role=dialog] iframe')
  await frame.waitFor()
  await frame.evaluate((element: HTMLIFrameElement) => {
    const { contentDocument } = element
    if (contentDocument?.readyState === 'complete') return undefined
    return new Promise((resolve) => element.addEventListener('load', resolve))
  })
  // A refused file, or one that the policies of the page or of the file forbid, is replaced by words.
  expect(await dialog(page).getByText('Something went wrong').count()).toBe(0)
  expect(await frame.getAttribute('title')).toMatch(/^Lab order of /)
  expect(await violationsOn(page)).toEqual([])

  await open(page, '/user/home/TestResults')
  await press(page, /Complete blood count Reviewed/)
  await page.waitForURL(/\/user\/home\/resultannotation\?result=\d+$/)
  await drawn(page)
  await press(page, /^View Complete blood count/)
  await frame.waitFor()
  expect(await violationsOn(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toMatch(/^View/)
})

test('printing a row prints the file and not the screen [2 §2.114 §2.120]', async ({ portal, browser }) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port, width: 1280 })
  await open(page, '/user/home/clinicaldocuments')
  const printed = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/pdf/print'))
  // A real dialog for printing crashes the browser at times: each window notes that it would print.
  await page.addInitScript(() => Object.assign(window, { print: () => Object.assign(window, { isPrinted: true }) }))
  await page.reload()
  await drawn(page)
  await press(page, /^Print /)
  expect((await printed).headers()['content-type']).toBe('application/pdf')
  const isPrinted = () =>
    page.evaluate(() => {
      const frame = document.querySelector<HTMLIFrameElement>('#printed-file')
      return [frame?.contentWindow !== null && 'isPrinted' in (frame?.contentWindow ?? {}), 'isPrinted' in window]
    })
  await expect.poll(isPrinted).toEqual([true, false])
})

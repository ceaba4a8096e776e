import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { violationsOn } from './axe.ts'
import { browserTest } from './browser-test.ts'
import { faultsOf, press } from './keyboard.ts'
import { drawn, open, signInAs } from './people.ts'

const test = browserTest()

const shown = (page: Page, text: string) => page.locator('main').getByText(text).first()
const isClean = async (page: Page) => {
  await drawn(page)
  expect([await faultsOf(page), await violationsOn(page)]).toEqual([[], []])
}

test('a patient prepares the record by keyboard at 320 px, hears when it is ready, and gets both files', async ({
  portal,
  browser,
}) => {
  const [page, other] = await Promise.all([
    signInAs('maria.alvarez', { browser, port: portal.port, width: 320 }),
    signInAs('maria.alvarez', { browser, port: portal.port, width: 1280 }),
  ])
  await open(other, '/user/home/Myrecord')
  await open(page, '/user/home/Myrecord')
  await portal.fault({ kind: 'down', path: 'GetConditions' })
  await press(page, /^Prepare my record/)
  await shown(page, 'does not answer').waitFor()
  expect(Number(await page.getByRole('progressbar').getAttribute('value'))).toBeGreaterThan(0)
  await isClean(page)
  await shown(other, 'does not answer').waitFor()
  await portal.heal()
  // The next attempt begins five seconds later.
  await shown(page, 'Your record is ready.').waitFor({ timeout: 60_000 })
  await expect.poll(() => page.locator('#announce-polite').textContent()).toContain('Your record is ready.')
  await isClean(page)
  await shown(other, 'Your record is ready.').waitFor()
  const pdf = page.waitForEvent('download')
  await press(page, /^Download PDF \(/)
  expect((await pdf).suggestedFilename()).toMatch(/^Lakeside-health-record-\d{4}-\d\d-\d\d\.pdf$/)
  expect(
    readFileSync(await (await pdf).path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  const fhir = page.waitForEvent('download')
  await press(page, /^Download FHIR file \(/)
  const bundle = JSON.parse(readFileSync(await (await fhir).path(), 'utf8')) as { resourceType: string }
  expect(bundle.resourceType).toBe('Bundle')
  await press(page, /^Delete now/)
  await page.getByRole('dialog').waitFor()
  await isClean(page)
  await press(page, /^Delete$/)
  await shown(page, 'Prepare my record').waitFor()
  await shown(other, 'Prepare my record').waitFor()
})

import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { people } from '../../server/sandbox/seed/people.ts'
import { pdf } from '../support/files.ts'
import { browserTest, type BrowserFixtures } from './browser-test.ts'
import { faultsOf, press } from './keyboard.ts'
import { drawn, open, signInAs, tabTo } from './people.ts'
import { file } from './uploads-fixture.ts'

const test = browserTest()

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const mainText = (page: Page, text: string) => page.locator('main').getByText(text).first()
const isClean = async (page: Page) => expect(await faultsOf(page)).toEqual([])

/** My Records of one patient, on a phone and on a wide screen. */
async function onTwoDevices({ portal, browser }: BrowserFixtures): Promise<[Page, Page]> {
  const opened = async (width: number) => {
    const page = await signInAs('maria.alvarez', { browser, port: portal.port, width })
    await open(page, '/user/home/Myrecord')
    return page
  }
  return Promise.all([opened(320), opened(1280)])
}

test('a pharmacy is found by keyboard at 320 px, after a search without a result and a name with a typo, and chosen, and another open screen follows [2 §2.103 §2.108 §2.109 §2.110]', async ({
  portal,
  browser,
}) => {
  const [page, other] = await onTwoDevices({ portal, browser })
  await press(page, /^Find Pharmacy/)
  await heading(page, 'Find Pharmacy').waitFor()
  await isClean(page)
  await press(page, /^Find Pharmacy$/)
  await page.getByText('Fill in at least one field.').first().waitFor()
  await isClean(page)
  await page.getByLabel('Name').fill("100% 'nowhere'")
  await page.getByLabel('Name').press('Enter')
  await page.getByText('No Data Found').waitFor()
  await expect.poll(() => focused(page)).toContain('No Data Found')
  await press(page, /^Change/)
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe("100% 'nowhere'")
  await page.getByLabel('Name').fill('Harbourveiw')
  await page.getByLabel('Name').press('Enter')
  await page.getByText('Did you mean').waitFor()
  await isClean(page)
  await press(page, /^Harborview/)
  await expect.poll(() => focused(page)).toMatch(/^\d+ pharmac(y|ies)$/)
  expect(new URL(page.url()).searchParams.get('find')).toMatch(/^Harborview/)
  await page.goBack()
  await page.getByText('Did you mean').waitFor()

  await open(page, '/user/home/Myrecord/pharmacy')
  await press(page, /^More/)
  await isClean(page)
  await page.getByLabel('City').focus()
  await page.keyboard.type('montcl')
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toMatch(/^\d+ pharmac(y|ies)$/)
  await isClean(page)
  await press(page, /^Choose /)
  const question = page.getByRole('dialog')
  await question.waitFor()
  await drawn(page)
  const [, name = ''] = /^Choose (.*)\?$/.exec(await question.getByRole('heading').innerText()) ?? []
  const [, place = ''] = /(\d+ .*) becomes your pharmacy\./.exec(await question.innerText()) ?? []
  await isClean(page)
  await press(page, /^Choose$/)
  await heading(page, 'My Records').waitFor()
  await page.getByText(`${name} is now your pharmacy.`).first().waitFor()
  for (const each of [page, other]) await each.locator('[data-block=pharmacy]').getByText(place).waitFor()
  await isClean(page)
})

test('medications of two lines take two lines and are paged by keyboard at 320 px, and a refill is requested in three presses [2 §2.104 §3.28]', async ({
  portal,
  browser,
}) => {
  const { patientN } = people.mariaAlvarez
  await portal.records.db.execute(
    sql`update medications set dosage = ${'one < 2\n\u0642\u0631\u0635 (1)'} where practice = 'lakeside' and patient_n = ${patientN}`,
  )
  const page = await signInAs('maria.alvarez', { browser, port: portal.port, width: 320 })
  await open(page, '/user/home/Myrecord')
  const dosage = page.getByText('one < 2').first()
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 900 })
    const lines = await dosage.evaluate(
      (element) => new Set(Array.from(element.getClientRects(), ({ top }) => Math.round(top))).size,
    )
    expect([width, lines]).toEqual([width, 2])
    await isClean(page)
  }
  await press(page, /^Next/)
  await page.getByText('Page 2 of 3').waitFor()
  expect(new URL(page.url()).search).toBe('?medicationsSize=5&medicationsPage=2')
  await page.reload()
  await page.getByText('Page 2 of 3').waitFor()
  await isClean(page)

  await press(page, /^Request a refill/)
  await page.waitForURL(/ChatMsg/)
  await drawn(page)
  await isClean(page)
  await press(page, /^Send$/)
  await page.getByRole('dialog').getByText('Your message was sent to Refill Requests.').waitFor()
  await press(page, /^OK$/)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('a visit record is read by keyboard at 320 px, and the focus returns to its row [2 §2.106]', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port, width: 320 })
  await open(page, '/user/home/Myrecord')
  await isClean(page)
  await press(page, /^View the visit record of /)
  const shown = page.getByRole('dialog')
  await shown.waitFor()
  await drawn(page)
  expect(await shown.getByRole('heading', { level: 2 }).innerText()).toMatch(/^Visit Record\s+of \d\d\/\d\d\/\d{4}$/)
  expect(await shown.getByRole('heading', { level: 3 }).count()).toBe(7)
  const contents = shown.getByRole('article', { name: 'Contents' })
  expect(await contents.isVisible()).toBe(false) // it would fill a phone
  await press(page, /^Contents$/)
  await contents.waitFor()
  const results = shown.locator('details', { has: page.getByRole('heading', { name: 'Results' }) })
  await results.locator('summary').click()
  expect(await results.getAttribute('open')).toBeNull()
  await page.emulateMedia({ media: 'print' })
  expect(await shown.getByRole('article', { name: 'Results' }).isVisible()).toBe(true)
  await page.emulateMedia({ media: 'screen' })
  const address = page.url()
  await tabTo(page, /^Contents$/)
  await press(page, /^Results$/)
  await expect.poll(() => results.getAttribute('open')).not.toBeNull()
  expect(await focused(page)).toBe('Results')
  expect(page.url()).toBe(address)
  const wide = shown.getByRole('article', { name: 'Results' })
  expect(await wide.evaluate((element) => [element.scrollWidth > element.clientWidth, element.tabIndex])).toEqual([
    true,
    0,
  ])
  await isClean(page)
  const saved = page.waitForEvent('download')
  await press(page, /^Download XML$/)
  expect((await saved).suggestedFilename()).toMatch(/^Lakeside-visit-record-\d{4}-\d\d-\d\d\.xml$/)
  await page.keyboard.press('Escape')
  await shown.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toMatch(/^View/)
})

test('documents are uploaded to the chart by keyboard at 320 px, and Done leads back [2 §2.111 §2.112 §4.36 §4.39 §4.40 §4.41]', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port, width: 320 })
  await open(page, '/user/home/Myrecord')
  await press(page, /^Upload documents/)
  await heading(page, 'Document upload').waitFor()
  await isClean(page)
  expect(await page.getByRole('button', { name: 'Upload to my chart' }).count()).toBe(0)
  await tabTo(page, /^Document type/)
  await page.keyboard.type('Lab')
  const opened = page.waitForEvent('filechooser')
  await press(page, /^Choose files/)
  await (await opened).setFiles([file('blood.pdf', pdf)])
  await page.getByText('blood.pdf').first().waitFor()
  await isClean(page)
  await press(page, /^Upload to my chart/)
  await page.getByText('File(s) uploaded successfully!').first().waitFor()
  await isClean(page)
  await press(page, /^Done$/)
  await heading(page, 'My Records').waitFor()
})

test('a patient prepares the record by keyboard at 320 px, hears when it is ready, and gets both files', async ({
  portal,
  browser,
}) => {
  const [page, other] = await onTwoDevices({ portal, browser })
  await portal.fault({ kind: 'down', path: 'GetConditions' })
  await press(page, /^Prepare my record/)
  await mainText(page, 'does not answer').waitFor()
  expect(Number(await page.getByRole('progressbar').getAttribute('value'))).toBeGreaterThan(0)
  await isClean(page)
  await mainText(other, 'does not answer').waitFor()
  await portal.heal()
  // The next attempt begins five seconds later.
  await mainText(page, 'Your record is ready.').waitFor({ timeout: 60_000 })
  await expect.poll(() => page.locator('#announce-polite').textContent()).toContain('Your record is ready.')
  await isClean(page)
  await mainText(other, 'Your record is ready.').waitFor()
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
  await mainText(page, 'Prepare my record').waitFor()
  await mainText(other, 'Prepare my record').waitFor()
})

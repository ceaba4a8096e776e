import { sql } from 'drizzle-orm'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { tokenFor, visitIn } from '../support/linked-screens.ts'
import { faultsOf, press } from './keyboard.ts'
import { heading, open, signInAs, tabTo } from './people.ts'
import { browserTest, type BrowserFixtures } from './browser-test.ts'

const test = browserTest()

let visit: string
let survey: string
test.beforeEach(async ({ portal }) => {
  visit = await visitIn(portal, -72)
  survey = `/appointments/reviews/${await tokenFor(portal, { purpose: 'survey', appointmentId: visit, uses: 1 })}/0`
})

async function surveyPage({ portal, browser }: BrowserFixtures, width = 320): Promise<Page> {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port, width })
  await open(page, survey)
  return page
}

async function review({ portal }: Pick<BrowserFixtures, 'portal'>) {
  const result = await portal.records.db.execute<{ stars: number | null; feedback: string }>(
    sql`select review_stars as stars, feedback from appointments where appointment_n = ${Number(visit)}`,
  )
  return result.rows[0]
}

const shows = (page: Page, words: string) => page.getByText(words).first().waitFor()

test('three stars and words by keyboard lead to the thank-you, and stay as they are [1 §2.23 §2.24 §2.74 §4.65 §4.68]', async ({
  portal,
  browser,
}) => {
  const page = await surveyPage({ portal, browser })
  expect(await heading(page).innerText()).toBe('Satisfaction Survey')
  expect(await faultsOf(page)).toEqual([])
  await tabTo(page, /1 of 5/)
  for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await page.getByLabel('What could we do better?').waitFor()
  expect([await faultsOf(page), (await review({ portal }))?.stars]).toEqual([[], null])
  await tabTo(page, /What could we do better/)
  await page.keyboard.type('The wait was long.')
  await press(page, /^Send$/)
  await page.waitForURL(/\/Thankyou\//)
  await shows(page, 'Thank you for your feedback.')
  expect(await faultsOf(page)).toEqual([])
  expect(await review({ portal })).toEqual({ stars: 3, feedback: 'The wait was long.' })
  await open(page, survey)
  await shows(page, '3 of 5')
  expect(await page.getByRole('radio').count()).toBe(0)
  await page.context().close()
})

test('stars can be changed until the words are sent', async ({ portal, browser }) => {
  const page = await surveyPage({ portal, browser })
  const stars = (name: string) => page.locator('label').filter({ has: page.getByRole('radio', { name }) })
  let release = () => {}
  const sent = new Promise<void>((resolve) => (release = resolve))
  await stars('2 of 5').click()
  await page.getByLabel('What could we do better?').fill('Parking.')
  // The response for the other stars is still pending when the words are sent.
  await page.route(/survey\.rate/, async (route) => {
    await sent
    await route.continue()
  })
  await stars('3 of 5').click()
  await press(page, /^Send$/)
  release()
  await page.waitForURL(/\/Thankyou\//)
  expect((await review({ portal }))?.stars).toBe(3)
  await page.context().close()
})

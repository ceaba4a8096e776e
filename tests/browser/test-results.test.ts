import type { Page } from 'playwright'
import { expect } from 'vitest'
import { violationsOn } from './axe.ts'
import { browserTest } from './browser-test.ts'
import { faultsOf, focusedText, press } from './keyboard.ts'
import { drawn, heading, open, signInAs } from './people.ts'

const test = browserTest()

const list = '/user/home/TestResults'
const result = /\/user\/home\/resultannotation\?result=\d+$/
const dialog = (page: Page) => page.getByRole('dialog')
const main = (page: Page) => page.locator('main')

test('a new result is opened by keyboard at 320 px, says that it was reviewed, and is new no longer, in the open list of another device too [2 §2.98 §4.34]', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port, width: 320 })
  const other = await signInAs('maria.alvarez', { browser, port: portal.port })
  await open(other, list)
  const rowOn = (each: Page) => main(each).getByRole('listitem').filter({ hasText: 'Lipid panel' }).first()
  expect(await rowOn(other).innerText()).toMatch(/New$/)
  await open(page, list)
  expect(await faultsOf(page)).toEqual([])
  await press(page, /Lipid panel New$/)
  await page.waitForURL(result)
  await drawn(page)
  expect(await heading(page).innerText()).toBe('Lipid panel')
  await main(page).getByText('Reviewed on').waitFor()
  const words = await main(page).innerText()
  const places = ['From your physician', 'Reference range', 'Over time', 'Download PDF'].map((each) =>
    words.indexOf(each),
  )
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(places[0]).toBeGreaterThan(0)
  expect(await faultsOf(page)).toEqual([])

  await press(page, /^LDL cholesterol$/)
  await page.keyboard.press('ArrowLeft')
  await main(page).getByRole('table', { name: 'Total cholesterol over time' }).waitFor()
  expect(await faultsOf(page)).toEqual([])

  await page.goBack()
  await drawn(page)
  expect(await rowOn(page).innerText()).toMatch(/Reviewed on \d\d\/\d\d\/\d{4}/)
  await rowOn(other).getByText('Reviewed on').waitFor()
  expect(await rowOn(other).innerText()).not.toMatch(/New/)
})

test('of a result that the physician has not reviewed, nothing shows before the person chose to see it', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port, width: 320 })
  await open(page, list)
  const row = /Basic metabolic panel New Not yet reviewed by your physician$/
  await press(page, row)
  await dialog(page).waitFor()
  expect(await violationsOn(page)).toEqual([])
  await press(page, /^Wait$/)
  await dialog(page).waitFor({ state: 'detached' })
  await expect.poll(() => focusedText(page)).toMatch(/Basic metabolic panel/)
  expect(new URL(page.url()).pathname).toBe(list)

  await open(page, await addressOfPending(page))
  expect([await faultsOf(page), await main(page).getByText('Glucose').count()]).toEqual([[], 0])
  await press(page, /^See it now$/)
  await dialog(page).waitFor()
  await press(page, /^See it now$/)
  await main(page).getByText('Glucose').first().waitFor()
  await main(page).getByText('Reviewed on').waitFor()
  expect(await main(page).getByRole('button', { name: 'See it now' }).count()).toBe(0)
  expect(await faultsOf(page)).toEqual([])
})

/** The page of the result that awaits the choice, as a bookmark of it would lead there. */
async function addressOfPending(page: Page): Promise<string> {
  const text = await page.evaluate(async () => (await fetch('/ui/regions/testResults.list')).text())
  const [id] = /(?<="result":")\d+(?="},"confirm")/.exec(text) ?? []
  return `/user/home/resultannotation?result=${id}`
}

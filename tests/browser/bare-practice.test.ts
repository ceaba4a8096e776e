import { sql } from 'drizzle-orm'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { setSetting } from '../support/switches.ts'
import { faultsOf } from './keyboard.ts'
import { open, signInAs } from './people.ts'
import { browserTest } from './browser-test.ts'

const test = browserTest()

const longName = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh-Ashby' // 59 characters without a blank

/** A practice without hours, phone or photos; names of sixty characters, forty locations, a provider without a title. */
test.beforeAll(async ({ portal }) => {
  const { db } = portal.records
  await db.execute(sql`update facilities set phone = '', info = '', map_url = '' where practice = 'lakeside'`)
  await db.execute(
    sql`update providers set last_name = ${longName}, job_title = '' where practice = 'lakeside' and employee_n = 101`,
  )
  await db.execute(
    sql`update facilities set name = ${`${longName} Dermatology Center`} where practice = 'lakeside' and facility_n = 11`,
  )
  await db.execute(sql`insert into facilities (practice, facility_n, region_n, name, address, city, state, zip, phone, time_zone)
    select 'lakeside', 1000 + n, 1, 'Office ' || n, n || ' Main Street', 'New York', 'NY', '10001', '', 'America/New_York'
    from generate_series(1, 36) n`)
  await db.execute(sql`insert into provider_facilities (practice, employee_n, facility_n, rank)
    select 'lakeside', 101, 1000 + n, 100 + n from generate_series(1, 36) n`)
  await setSetting(portal, { name: 'Practice_Phone', value: '' })
})

const index = '/user/bookappointment/index?type=inoffice&visit=1'
const slots = '/user/bookappointment'
const shown = [
  ['the start page', '/', /Lakeside/],
  ['the providers', `${index}&by=provider`, /Wolfeschlegelsteinhausen/],
  ['forty locations', `${index}&by=location&region=1`, /Office 36/],
  ['the times of a provider', `${slots}/provider/slots?type=inoffice&visit=1&provider=101`, /Wolfeschlegelsteinhausen/],
  ['the times of a location', `${slots}/facility/slots?type=inoffice&visit=1&region=1&facility=11`, /Center/],
] as const

/** Returns the words of each two that cover each other. */
function overlapsOn(page: Page): Promise<string[]> {
  return page.locator('main').evaluate((main) => {
    const shown = [...main.querySelectorAll<HTMLElement>('h1, h2, h3, p, a, button, dd, summary, label')].filter(
      (each) => each.checkVisibility() && !each.closest('.visually-hidden') && each.getBoundingClientRect().height > 2,
    )
    const covers = (one: HTMLElement, other: HTMLElement) => {
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
      return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
    }
    return shown.flatMap((one, place) =>
      shown
        .slice(place + 1)
        .filter((other) => !one.contains(other) && !other.contains(one) && covers(one, other))
        .map((other) => `${one.innerText} / ${other.innerText}`),
    )
  })
}

test('a practice with little data and long names fits at 320 and 1280 px', async ({ portal, browser }) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port })
  for (const [what, path, words] of shown) {
    await open(page, path)
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await page.getByText(words).filter({ visible: true }).first().waitFor()
      expect(await faultsOf(page), what).toEqual([])
      expect(await overlapsOn(page), what).toEqual([])
      expect(await page.locator('main').innerText(), what).not.toMatch(/undefined|null|NaN|call \.|call $/)
      if (process.env.PICTURES)
        await page.screenshot({ path: `${process.env.PICTURES}/${what}-${width}.png`, fullPage: true })
    }
  }
})

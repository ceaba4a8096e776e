import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Frame, Page } from 'puppeteer-core'
import { describe, expect } from 'vitest'
import { tabTo } from '../browser/people.ts'
import { pdf } from '../support/files.ts'
import { tokenFor, visitIn } from '../support/linked-screens.ts'
import type { Login, RunningPortal } from '../support/portal.ts'
import { until } from '../support/waiting.ts'
import { drawn, firefoxTest, reads, shows, walkOn } from './firefox-test.ts'
import { hands, type Hand } from './hands.ts'

const test = firefoxTest()

interface Walk {
  page: Page
  hand: Hand
  downloads: string
}

/** A weekday a week ahead, when every provider works. */
function nextMonday(): string {
  const day = new Date()
  day.setDate(day.getDate() + ((8 - day.getDay()) % 7 || 7))
  return day.toISOString().slice(0, 10)
}

const uploadPage = async (portal: RunningPortal) => {
  const appointmentId = await visitIn(portal, 48)
  return `/user/fileupload/${await tokenFor(portal, { purpose: 'upload', appointmentId })}`
}

const ways = [390, 1280].flatMap((width) => (['mouse', 'keyboard'] as const).map((by) => [by, width] as const))

describe.each(ways)('in Firefox, by %s at %i px', (by, width) => {
  type Start = { login?: Login; route: string | ((portal: RunningPortal) => Promise<string>); mayReport?: RegExp }
  const walk = (words: string, { login, route, mayReport }: Start, steps: (walk: Walk) => Promise<void>) =>
    test(words, async ({ portal, firefox }) => {
      const address = typeof route === 'string' ? route : await route(portal)
      await walkOn({ portal, firefox, width, login, route: address, mayReport }, async (page) => {
        await drawn(page)
        await steps({ page, hand: hands[by](page), downloads: firefox.downloads })
      })
    })

  // Who signs in gets another connection for live hints; the one before may not have been established yet.
  walk('a patient signs in', { route: '/user/login', mayReport: / ws:/ }, async ({ page, hand }) => {
    await hand.type(/^Username/, 'maria.alvarez')
    await hand.type(/^Password/, 'Sunny-Harbor-42')
    await hand.press(/^Sign in$/)
    await shows(page, 'Welcome Maria Alvarez')
  })

  walk(
    'a patient books an appointment',
    { login: 'maria.alvarez', route: '/user/home/appointments' },
    async ({ page, hand }) => {
      await hand.press(/^Book an appointment/)
      await at(page, /bookappointment\/index/)
      await hand.press(/^In-office/)
      await at(page, /type=inoffice/)
      await hand.press(/^Lakeside Midtown/)
      await at(page, /facility\/slots/)
      await page.goto(`${page.url()}&from=${nextMonday()}`)
      await drawn(page)
      await hand.press(/\d:\d\d [AP]M/)
      await reads(page, 'Confirm your appointment')
      await hand.press(/^Book Appointment$/)
      await shows(page, 'Your Appointment has been Booked!')
    },
  )

  walk('a patient pays by card', { login: 'maria.alvarez', route: '/user/home/Billing' }, async ({ page, hand }) => {
    await hand.press(/^Pay \$/)
    await at(page, /\/MakePayment/)
    await chooseAnotherCard(page, hand)
    await enterCardNumber(page)
    await hand.type(/^Month/, '12')
    await hand.type(/^Year/, '49')
    await hand.type(/^CVC/, '123')
    await hand.press(/^Next$/)
    await reads(page, 'Amount to pay')
    await hand.type(/^Amount in dollars/, '1.00')
    await hand.press(/^Pay$/)
    await reads(page, 'You paid $1.00')
    await hand.press(/^Ok$/)
    await at(page, /\/Billing/)
  })

  async function chooseAnotherCard(page: Page, hand: Hand): Promise<void> {
    if (by === 'mouse') await hand.press(/^Another card/)
    else {
      await tabTo(page, /^Visa ending in 4242/)
      await page.keyboard.press('ArrowUp')
    }
    await at(page, /[?&]card=new/)
  }

  /** In the frame of the card processor. */
  async function enterCardNumber(page: Page): Promise<void> {
    const frame = await until('the card page is shown', () => page.frames().find((each) => each !== page.mainFrame()))
    const field = await frame.waitForSelector('input:not([type=hidden])')
    if (by === 'mouse') await field?.click()
    for (let presses = 0; presses < 40 && !(await hasFocus(frame)); presses++) await page.keyboard.press('Tab')
    await page.keyboard.type('4111111111111111')
    await page.keyboard.press('Enter')
    await reads(page, 'ending in 1111')
    await drawn(page)
  }

  const hasFocus = (frame: Frame) =>
    frame.evaluate(() => document.hasFocus() && document.activeElement?.tagName === 'INPUT')

  walk(
    'a patient reads a result',
    { login: 'maria.alvarez', route: '/user/home/TestResults' },
    async ({ page, hand }) => {
      await hand.press(/Complete blood count Reviewed/)
      await at(page, /resultannotation\?result=\d+$/)
      await shows(page, 'Complete blood count')
      await reads(page, 'Reference range')
    },
  )

  walk(
    'a patient answers a message',
    { login: 'maria.alvarez', route: '/user/home/Messages' },
    async ({ page, hand }) => {
      const words = `Thank you, by ${by} at ${width}.`
      await hand.press(/Statement for your last visit/)
      await hand.press(/^Reply$/)
      await at(page, /\/Reply\?message=/)
      await hand.type(/^Message\b/, words)
      await hand.press(/^Send$/)
      await reads(page, 'Your message was sent to Billing Office.')
      await hand.press(/^OK$/)
      await at(page, /\/Messages\?message=/)
      await reads(page, words)
    },
  )

  walk(
    'a patient reads a clinical document',
    { login: 'maria.alvarez', route: '/user/home/clinicaldocuments' },
    async ({ page, hand }) => {
      await hand.press(/^View /)
      await page.waitForSelector('[role=dialog] h2')
      await expect.poll(() => page.$eval('[role=dialog] h2', ({ textContent }) => textContent)).toMatch(/ preview$/)
      await drawn(page)
      // Once Tab has gone all around a page with a frame, the driver's Enter on a button is no click any more, also on a
      // page of two buttons and a frame (puppeteer 24, Firefox 153).
      await (by === 'mouse' ? hand.press(/^Close/) : page.keyboard.press('Escape'))
      await page.waitForSelector('[role=dialog]', { hidden: true })
    },
  )

  walk(
    width > 1000 ? 'a lab order shows in the viewer of Firefox' : 'a lab order is saved',
    { login: 'maria.alvarez', route: '/user/home/LabOrdering' },
    async ({ page, hand, downloads }) => {
      await hand.press(/^View /)
      if (width > 1000) {
        await page.waitForSelector('[role=dialog] iframe[title^="Lab order of "]')
        const viewer = () => page.frames().find((frame) => frame !== page.mainFrame())
        await until('Firefox shows the PDF', async () =>
          viewer()?.evaluate(() => document.querySelector('.textLayer span') !== null),
        )
        return
      }
      await reads(page, 'File downloaded successfully!')
      const isSaved = () => readdirSync(downloads).some((name) => /^Lakeside-lab-order-.*\.pdf$/.test(name))
      await expect.poll(isSaved).toBe(true)
    },
  )

  walk(
    'a patient uploads a document',
    { login: 'maria.alvarez', route: uploadPage },
    async ({ page, hand, downloads }) => {
      const path = join(downloads, `blood-${by}-${width}.pdf`)
      writeFileSync(path, pdf)
      await hand.pick(/^Document type/, 'Lab')
      const [chooser] = await Promise.all([page.waitForFileChooser(), hand.press(/^Choose files/)])
      await chooser.accept([path])
      await reads(page, `blood-${by}-${width}.pdf`)
      await hand.press(/^Upload to my chart/)
      await reads(page, 'File(s) uploaded successfully!')
      await hand.press(/^Done$/)
      await reads(page, 'Please close this tab to continue.')
    },
  )

  walk(
    'the staff change settings',
    { login: 'front.desk', route: '/admin/settings?group=appointments' },
    async ({ page, hand }) => {
      const isOn = () => page.$eval('[role=switch][aria-label="Waiting list"]', ({ ariaChecked }) => ariaChecked)
      const before = await isOn()
      await hand.press(/Waiting list$/)
      await expect.poll(isOn).not.toBe(before)
      await page.goto(new URL('/admin/settings?group=practice', page.url()).href)
      await drawn(page)
      await hand.type(/^City$/, `Albany ${by} ${width}`)
      await hand.press(/^Save$/)
      await reads(page, 'Saved.')
    },
  )
})

/** Waits until the page is at an address, and shown whole. */
async function at(page: Page, address: RegExp): Promise<void> {
  await until(`the page is at ${address}`, () => address.test(page.url()))
  await drawn(page)
}

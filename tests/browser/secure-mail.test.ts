import { mkdirSync } from 'node:fs'
import { expect } from 'vitest'
import { dateText, dayOf } from '../../server/protocol/time-words.ts'
import { until } from '../support/waiting.ts'
import { violationsOn } from './axe.ts'
import { browserTest } from './browser-test.ts'
import { faultsOf, press } from './keyboard.ts'
import { drawn, open, openContext, signInAs } from './people.ts'

const test = browserTest()
const shots = process.env.SHOTS

test.for([320, 768, 1280])(
  'a secure email is sent, read with a code, and shown as read, by keyboard at %d px',
  async (width, { portal, browser }) => {
    const page = await signInAs('maria.alvarez', { browser, port: portal.port, width })
    const to = `jane.${width}@example.org`
    const field = (name: string) => page.locator('[data-block^=mail-]').getByRole('textbox', { name, exact: true })
    const day = (name: string) =>
      page.locator('[data-block=find-visit-records]').getByRole('textbox', { name, exact: true })
    let step = 0
    const checked = async (at = page) => {
      await drawn(at)
      if (shots) {
        mkdirSync(shots, { recursive: true })
        await at.screenshot({ path: `${shots}/${width}-${(step += 1)}.png`, fullPage: true })
      }
      expect(await faultsOf(at)).toEqual([])
      expect(await violationsOn(at)).toEqual([])
    }
    await open(page, '/user/home/SecureMail')
    await checked()
    await field('To').fill(to)
    await field('Subject').fill('My records')
    await field('Message').fill('Hello Jane.')
    await press(page, /^Attach visit records/)
    await day('From').fill('01/01/2024')
    await day('To').fill(dateText(dayOf(portal.portal.now(), 'America/New_York')))
    await press(page, /^Choose visit records/)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox').first().press('Space')
    await press(page, /^Attach$/)
    await dialog.waitFor({ state: 'detached' })
    await press(page, /^Send$/)
    await dialog.getByText(`A link to your email was sent to ${to}.`).waitFor()
    await checked()
    await press(page, /^See this email/)
    await dialog.waitFor({ state: 'detached' })
    await checked()

    const reader = await (await openContext({ browser, width })).newPage()
    const [email] = await portal.outbox(to)
    const link = /http:\S+\/user\/securemail\/[\w-]+/.exec(email?.text ?? '')?.[0] ?? ''
    await reader.goto(link)
    await checked(reader)
    await press(reader, /^Send code/)
    await reader.getByText('We sent a code with 6 digits').waitFor()
    await checked(reader)
    const code = await until(
      'the code',
      async () => (await portal.outbox(to)).flatMap(({ text }) => /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? [])[0],
    )
    await reader.getByRole('textbox', { name: 'Verification code' }).press('Home')
    await reader.keyboard.type(code)
    await reader.getByText('Hello Jane.').waitFor()
    await checked(reader)
    const download = reader.waitForEvent('download')
    await press(reader, /^Download PDF/)
    expect((await download).suggestedFilename()).toMatch(/^visit-record-\d{4}-\d\d-\d\d\.pdf$/)
    await page.getByText(/^Its reader opened this email on/).waitFor()
    await checked()

    const other = await (await openContext({ browser, width })).newPage()
    await other.goto(link)
    await checked(other)
    await press(other, /^Send a new link/)
    await other.getByText('A new link is on its way').first().waitFor()
    await other.getByText('Open the newest email').waitFor()
    await checked(other)
    await other.goto(link.replace(/[\w-]{43}$/, 'a'.repeat(43)))
    await checked(other)

    await open(page, '/user/home/Messages?box=sent')
    await checked()
  },
)

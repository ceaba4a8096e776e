import { expect } from 'vitest'
import { dateText, dayOf } from '../../server/protocol/time-words.ts'
import { violationsOn } from './axe.ts'
import { browserTest } from './browser-test.ts'
import { faultsOf, press } from './keyboard.ts'
import { drawn, open, signInAs } from './people.ts'

const test = browserTest()

test.for([320, 1280])(
  'visit records are chosen by their days, attached and removed by keyboard at %i px, and the message stays',
  async (width, { portal, browser }) => {
    const page = await signInAs('maria.alvarez', { browser, port: portal.port, width })
    const days = page.locator('[data-block=find-visit-records]')
    const day = (name: string) => days.getByRole('textbox', { name, exact: true })
    const message = page.getByRole('textbox', { name: 'Message' })
    await open(page, '/user/home/SimpleMail')
    await message.fill('Please see these.')
    await press(page, /^Attach visit records/)
    await day('From').fill('01/01/2020')
    await day('To').fill('01/02/2020')
    await press(page, /^Choose visit records/)
    const dialog = page.getByRole('dialog')
    await dialog.getByText('No CCDA Data Found').waitFor()
    await press(page, /^OK$/)
    await dialog.waitFor({ state: 'detached' })
    await day('To').fill(dateText(dayOf(portal.portal.now(), 'America/New_York')))
    await press(page, /^Choose visit records/)
    await dialog.getByRole('checkbox').first().waitFor()
    const attach = dialog.getByRole('button', { name: 'Attach' })
    expect(await attach.getAttribute('aria-disabled')).toBe('true')
    await dialog.getByRole('checkbox').nth(0).press('Space')
    await dialog.getByRole('checkbox').nth(1).press('Space')
    await drawn(page)
    expect(await faultsOf(page)).toEqual([])
    expect(await violationsOn(page)).toEqual([])
    await press(page, /^Attach$/)
    await dialog.waitFor({ state: 'detached' })
    const rows = page.locator('[data-block=attached-visit-records]')
    await expect.poll(() => rows.getByRole('button', { name: /^Remove/ }).count()).toBe(2)
    expect(await message.inputValue()).toBe('Please see these.')
    await drawn(page)
    expect(await faultsOf(page)).toEqual([])
    await press(page, /^Remove/)
    await expect.poll(() => rows.getByRole('button', { name: /^Remove/ }).count()).toBe(1)
    await page.reload()
    await expect.poll(() => rows.getByRole('button', { name: /^Remove/ }).count()).toBe(1)
    expect(await violationsOn(page)).toEqual([])
  },
)

import { expect } from 'vitest'
import { people } from '../../server/sandbox/seed/people.ts'
import { runDueJobs } from '../support/jobs.ts'
import { messageTo } from '../support/message-to.ts'
import { identityOf } from '../support/sign-up.ts'
import { browserTest } from './browser-test.ts'
import { faultsOf, focusedText, press, tick, typeInto } from './keyboard.ts'
import { drawn, heading, openContext } from './people.ts'

const test = browserTest()

const { ameliaNovak: amelia } = people

test('where strangers have tried a name, its owner signs up with a contact, or by a link, by keyboard at 320 px', async ({
  portal,
  browser,
}) => {
  const tryAsStranger = (more: object) =>
    portal.visitor().act('account.locateRecord', { ...identityOf(amelia), PatientZIP: '00000', ...more })
  for (let tries = 0; tries < 40; tries++) await tryAsStranger({})
  const page = await (await openContext({ browser, width: 320 })).newPage()
  const dialog = page.getByRole('dialog', { name: 'One more detail' })
  const titleIs = (words: string) => expect.poll(() => heading(page).innerText()).toBe(words)
  // The dialog takes it a moment after it is shown; until then there is another button of this name.
  const hasFocus = () => expect.poll(() => dialog.evaluate((each) => each.contains(document.activeElement))).toBe(true)
  const goOn = async (contact: string) => {
    await press(page, /^Continue$/)
    await dialog.waitFor()
    expect(await faultsOf(page)).toEqual([])
    await typeInto(page, /^Email or cell phone/, contact)
    await press(page, /^Continue$/)
    await dialog.waitFor({ state: 'detached' })
  }
  await page.goto(`http://lakeside.localhost:${portal.port}/user/signup`)
  await drawn(page)
  await typeInto(page, /^First name/, amelia.firstName)
  await typeInto(page, /^Last name/, amelia.lastName)
  await typeInto(page, /^Date of birth/, '04/12/1988')
  await tick(page, /^Male/)
  await page.keyboard.press('ArrowDown')
  await typeInto(page, /^ZIP code/, amelia.zip)
  await press(page, /^Continue$/)
  await dialog.waitFor()
  await hasFocus()
  await press(page, /^Continue$/)
  await dialog.getByText('Enter the email address or cell phone number.').first().waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => focusedText(page)).toBe('Continue')
  await goOn('somebody@example.org')
  await page.getByText("Sorry! We couldn't find your record.").waitFor()
  await press(page, /^OK$/)
  expect(await page.getByLabel(/^ZIP code/).inputValue()).toBe(amelia.zip)
  await goOn(amelia.email.toUpperCase())
  await titleIs('Verification code')
  await press(page, /^Back$/)
  await titleIs('Locate patient records')

  for (let tries = 0; tries < 20; tries++) await tryAsStranger({ Contact: amelia.email })
  await portal.visitor().act('account.locateRecord', { ...identityOf(amelia), Contact: amelia.email })
  await runDueJobs(portal)
  const link = /\/user\/signup\/link\/[\w-]+/.exec((await messageTo(portal, amelia.email, /signup.link/)).text)?.[0]
  await page.goto(`http://lakeside.localhost:${portal.port}${link}`)
  await titleIs('Create an account')
  expect(await faultsOf(page)).toEqual([])
  await press(page, /^Continue$/)
  await titleIs('Secure sign up')
  await page.context().close()
})

import { sql } from 'drizzle-orm'
import type { FrameLocator, Page } from 'playwright'
import { expect } from 'vitest'
import { addDays, dateText, dayOf } from '../../server/protocol/time-words.ts'
import { people, type NamedPerson } from '../../server/sandbox/seed/people.ts'
import { firstRow, rowsOf } from '../../server/db/rows.ts'
import { eleanor, guestOf } from '../support/guests.ts'
import { faultsOf, press, tick, typeInto } from './keyboard.ts'
import { drawn, heading, open, openContext, signInAs, tabTo } from './people.ts'
import { sheetTexts } from './printed-sheet.ts'
import { printsOf } from './prints.ts'
import { browserTest, type BrowserFixtures } from './browser-test.ts'

const test = browserTest()

const cardPage = (page: Page): FrameLocator => page.frameLocator('iframe')

/** The keyboard goes from the page into the frame of the card processor by Tab, as everywhere. */
async function typeCardNumber(page: Page, number = '4111111111111111'): Promise<void> {
  const field = cardPage(page).getByLabel('Card number')
  await field.waitFor()
  const isFocused = () => field.evaluate((input) => input.ownerDocument.activeElement === input)
  for (let presses = 0; presses < 40 && !(await isFocused()); presses++) await page.keyboard.press('Tab')
  expect(await isFocused()).toBe(true)
  await page.keyboard.type(number)
  await page.keyboard.press('Enter')
  await page.getByText(`ending in ${number.slice(-4)}`).waitFor()
  await drawn(page)
}

/** The radio buttons end with another card, so that the arrow up leads to it from the first one. */
async function chooseAnotherCard(page: Page): Promise<void> {
  await tabTo(page, /^Visa ending in 4242/)
  await page.keyboard.press('ArrowUp')
  await page.waitForURL(/[?&]card=new/)
  await drawn(page)
  expect(await page.getByLabel('Another card').evaluate((radio) => radio === document.activeElement)).toBe(true)
}

async function typeCardDetails(page: Page): Promise<void> {
  await typeInto(page, /^Month/, '12')
  await typeInto(page, /^Year/, '49')
  await typeInto(page, /^CVC/, '123')
}

async function typeHolder(page: Page): Promise<void> {
  await typeInto(page, /^First name on card/, 'Grace')
  await typeInto(page, /^Address$/, '4 Elm Street')
  await typeInto(page, /^City/, 'Hoboken')
  await tabTo(page, /^State/)
  await page.keyboard.type('New Jersey')
  await page.keyboard.press('Enter')
  await typeInto(page, /^Cell phone/, '2015550123')
  await typeInto(page, /^ZIP/, '07030')
}

const shows = (page: Page, words: string) => page.getByText(words, { exact: true }).first().waitFor()

/** Undoes what other tests paid. */
async function owe({ portal }: Pick<BrowserFixtures, 'portal'>, patientN: number): Promise<void> {
  await portal.records.db.execute(sql`update charges set patient_paid = 0 where patient_n = ${patientN}`)
}

test('a patient ticks a charge and pays it by card, by keyboard at 320 px, and prints the receipt [2 §1.3 §2.52 §2.56 §2.66 §2.68 §2.70 §4.6 §4.15 §4.17]', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port, width: 320 })
  await open(page, '/user/home/Billing')
  await press(page, /^Choose what to pay$/)
  await page.getByText('Tick what you want to pay.').first().waitFor({ state: 'attached' })
  await tick(page, /^Pay This/)
  await expect.poll(() => page.getByText(', 1 selected').isVisible()).toBe(true)
  expect(await faultsOf(page)).toEqual([])
  await press(page, /^Pay Bill$/)
  await page.waitForURL(/\/MakePayment\?bills=/)
  await drawn(page)
  expect([await heading(page).innerText(), await faultsOf(page)]).toEqual(['Make Payment', []])
  await chooseAnotherCard(page)
  expect(await faultsOf(page)).toEqual([])
  const cardNumber = cardPage(page).getByLabel('Card number')
  await cardNumber.fill('4111')
  await cardPage(page).getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => cardPage(page).getByRole('alert').first().innerText()).not.toBe('')
  await cardNumber.fill('')
  await typeCardNumber(page)
  expect(await faultsOf(page)).toEqual([])
  await press(page, /^Next$/)
  await page.getByText('Please enter 3-4 digits CVC number.').first().waitFor()
  expect(await faultsOf(page)).toEqual([])
  await typeCardDetails(page)
  await press(page, /^Next$/)
  const dialog = page.getByRole('dialog', { name: 'Amount to pay' })
  await dialog.waitFor()
  expect(await faultsOf(page)).toEqual([])
  await typeInto(page, /^Amount in dollars/, '10.50')
  await press(page, /^Pay$/)
  await shows(page, 'You paid $10.50')
  expect(await faultsOf(page)).toEqual([])
  const opened = new Promise<Page>((resolve) => page.context().once('page', resolve))
  await press(page, /^Print Receipt/)
  const receipt = await opened
  await receipt.getByText('Visa ending in 1111').waitFor()
  await expect.poll(() => printsOf(receipt)).toBe(1)
  await expectSamePaper(receipt, ['$10.50', 'Visaendingin1111'])
  await receipt.close()
  await press(page, /^Ok$/)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/user/home/Billing')
  await page.getByRole('tab', { name: 'Payments' }).click()
  await page.getByRole('table', { name: 'Your payments' }).getByText('$10.50', { exact: true }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('tab', { name: 'Invoices and statements' }).click()
  await press(page, /^Print Invoice$/)
  await page.waitForURL(/\/Invoices\/\d+/)
  await drawn(page)
  const [number = ''] = /\d+/.exec(new URL(page.url()).pathname) ?? []
  await expectSamePaper(page, [`InvoiceNumber${number}`, 'TotalBalance$301.95'])
  const { db } = portal.database
  const printedNumbers = () =>
    rowsOf<{ number: string }>(db, sql`select number from invoices where printed_at is not null`)
  await expect.poll(printedNumbers).toEqual([{ number }])
  await page.goBack()
  await press(page, /^View Statement\(s\)$/)
  await page.getByRole('table', { name: 'Statements' }).getByRole('link').first().click()
  await page.waitForURL(/\/Statements\/\d{4}-/)
  await drawn(page)
  await expectSamePaper(page, ['RemainingPatientBalance'])
  const paper = paperOfPrint(page)
  await press(page, /^Print$/)
  const statement = /Statement Number\s+(\d+)/.exec(await paper)?.[1] ?? ''
  await heading(page).getByText(`Statement ${statement}`, { exact: true }).waitFor()
  await expectSamePaper(page, [`StatementNumber${statement}`])
  expect(await faultsOf(page)).toEqual([])
})

/** What stands on the sheet when the page opens the print dialog. */
async function paperOfPrint(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        window.print = () => resolve(document.querySelector('article')?.innerText ?? '')
      }),
  )
}

/** The paper and the file say the same in the same order, and nothing else of the page; these words among it. */
async function expectSamePaper(page: Page, words: readonly string[]): Promise<void> {
  if (process.env.HEADED === '1') return // see printed-sheet.ts
  const { printed, file } = await sheetTexts(page)
  for (const part of words) expect(printed).toContain(part)
  expect(printed).toBe(file)
}

test('a guest verifies, pays what a patient owes, pays nothing again by Back, and is out after Logout [2 §1.20 §1.21 §2.13 §2.38 §2.83 §2.84 §2.85 §4.22 §4.24]', async ({
  portal,
  browser,
}) => {
  const page = await (await openContext({ browser, width: 320 })).newPage()
  await page.goto(`http://lakeside.localhost:${portal.port}/`)
  await drawn(page)
  await press(page, /^Pay a bill without an account$/)
  await page.waitForURL(/\/user\/guestLogin/)
  expect(await faultsOf(page)).toEqual([])
  await typeInto(page, /^Patient First Name/, eleanor.PatientFirstName)
  await typeInto(page, /^Patient Last Name/, eleanor.PatientLastName)
  await typeInto(page, /^Date of Birth/, '09/03/1951')
  await page.keyboard.press('Escape')
  await typeInto(page, /^ZIP/, eleanor.PatientZIP)
  await tabTo(page, /^Male/)
  await page.keyboard.press('ArrowDown')
  await press(page, /^Submit$/)
  await page.waitForURL(/\/user\/guestBilling/)
  await shows(page, 'You owe $184.20')
  expect(await faultsOf(page)).toEqual([])
  await press(page, /^Pay \$184\.20$/)
  await page.waitForURL(/\/user\/guestPayment/)
  await typeCardNumber(page)
  await typeCardDetails(page)
  await typeHolder(page)
  await press(page, /^Next$/)
  await page.getByRole('dialog', { name: 'Amount to pay' }).waitFor()
  await press(page, /^Pay$/)
  await page.getByRole('dialog', { name: 'Payment Successful!' }).waitFor()
  await press(page, /^Ok$/)
  await page.waitForURL(/\/ThankYou$/)
  await shows(page, 'Your Payment is Successfull. Thank You')
  expect(await faultsOf(page)).toEqual([])
  await page.goBack()
  await drawn(page)
  expect(
    await page
      .getByRole('button', { name: /^Pay\b/ })
      .or(page.getByRole('link', { name: /^Pay \$/ }))
      .count(),
  ).toBe(0)
  expect(await cardPage(page).getByLabel('Card number').count()).toBe(0)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByText('Logout').click()
  await page.waitForURL(/\/user\/guestLogin/)
  await page.goto(`http://lakeside.localhost:${portal.port}/user/guestBilling`)
  await page.waitForURL(/\/user\/guestLogin/)
})

test('a patient agrees to installments, sees their dates, and stops them, by keyboard at 320 px', async ({
  portal,
  browser,
}) => {
  await owe({ portal }, people.mariaAlvarez.patientN)
  const page = await signInAs('maria.alvarez', { browser, port: portal.port, width: 320 })
  await open(page, '/user/home/Installments')
  await typeInto(page, /^First payment/, dateText(addDays(dayOf(portal.portal.now(), 'America/New_York'), 5)))
  expect(await faultsOf(page)).toEqual([])
  await press(page, /^Next$/)
  await page.getByRole('dialog', { name: 'Check your installments' }).waitFor()
  await tick(page, /^I agree that/)
  expect(await faultsOf(page)).toEqual([])
  await press(page, /^Agree$/)
  await page.getByRole('dialog', { name: 'Your installments are set up' }).waitFor()
  await press(page, /^OK$/)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await press(page, /^All installments$/)
  await expect.poll(() => page.getByText('Not due yet').count()).toBe(3)
  expect(await faultsOf(page)).toEqual([])
  await press(page, /^Stop your installments$/)
  await press(page, /^Stop installments$/)
  await shows(page, 'Your installments have stopped.')
  await page.getByText('Your installments', { exact: true }).waitFor({ state: 'detached' })
})

test('while a long bill is ticked on a phone the amount stays in sight, and only there details have a button [2 §2.47]', async ({
  portal,
  browser,
}) => {
  const page = await (await openContext({ browser, width: 320 })).newPage()
  const site = `http://lakeside.localhost:${portal.port}`
  await page.goto(site)
  const { cookies } = await guestOf(portal, await longestBilled(portal))
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: site })))
  await open(page, '/user/guestBilling?pay=none')
  expect(await page.getByRole('table').count()).toBe(60)
  const ticks = page.getByRole('checkbox')
  for (const at of [0, -1]) await (at === 0 ? ticks.first() : ticks.last()).check()
  await page.getByText(', 2 selected').waitFor()
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight / 2 }))
  const bar = page.getByRole('button', { name: 'Pay Bill' }).or(page.getByRole('link', { name: 'Pay Bill' }))
  const { y = 0, height = 0 } = (await bar.boundingBox()) ?? {}
  expect([y > 0, y + height <= 900]).toEqual([true, true])
  expect(await faultsOf(page)).toEqual([])
  const charge = page.locator('main tbody').first().getByText('Our Charge')
  expect(await charge.isVisible()).toBe(false)
  const details = page.getByRole('button', { name: /etails/ }).first()
  await details.click()
  await charge.waitFor()
  await page.setViewportSize({ width: 1280, height: 900 })
  await details.waitFor({ state: 'detached' })
  expect(await faultsOf(page)).toEqual([])
})

/** A person of Lakeside with a bill of sixty lines. */
async function longestBilled({ records }: BrowserFixtures['portal']): Promise<NamedPerson> {
  const person = await firstRow<NamedPerson>(
    records.db,
    sql`select p.practice, p.first_name as "firstName", p.last_name as "lastName", p.dob::text as dob, p.gender, p.zip
      from patients p join charges c on c.practice = p.practice and c.patient_n = p.patient_n
      where p.practice = 'lakeside' group by p.practice, p.patient_n having count(*) = 60`,
  )
  if (!person) throw new Error('nobody has a bill of sixty lines')
  return person
}

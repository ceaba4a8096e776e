import { expect } from 'vitest'
import { payByCard, testCards } from '../support/card-payment.ts'
import { isTooWide, violationsOn, wideTables } from './axe.ts'
import { browserTest } from './browser-test.ts'
import { open, settled, signInAs } from './people.ts'

const test = browserTest()

test('an administrator reads at once, by keyboard and in every width, what happened to a payment', async ({
  portal,
  browser,
}) => {
  const maria = await portal.signIn('maria.alvarez')
  const page = await signInAs('front.desk', { browser, port: portal.port })
  await open(page, '/admin/payments')
  await page.getByText('No payment waits for an answer.').waitFor()
  await portal.fault({ kind: 'down', path: 'cc/endPayment' })
  await payByCard(portal, maria, { number: testCards.lost })
  await page.getByRole('rowheader', { name: 'Maria Alvarez' }).waitFor()
  await page.getByRole('button', { name: 'Details Maria Alvarez, $312.45' }).focus()
  await page.keyboard.press('Enter')
  const steps = page.getByRole('list', { name: 'What happened when' }).getByRole('listitem')
  // The portal may have asked a second time meanwhile, which then stands last of what happened.
  const texts = await steps.allInnerTexts()
  expect(texts).toHaveLength(5)
  expect(texts).toEqual(
    expect.arrayContaining(
      [
        /^Started in the portal/,
        /^Sent to the card processor/,
        /^Asked (once more, without|\d+ times more, the last time without) an answer/,
        /^No answer: the patient is asked to call/,
        /^Answer of the card processor/,
      ].map((words) => expect.stringMatching(words)),
    ),
  )
  for (const width of [1280, 768, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await settled(page)
    expect([width, await violationsOn(page), await isTooWide(page), await wideTables(page)]).toEqual([
      width,
      [],
      false,
      [],
    ])
  }
  await open(page, '/admin/home/dashboard')
  await page.getByRole('link', { name: /Open payments .* 1 open/ }).waitFor()
})

import { expect } from 'vitest'
import { sql } from 'drizzle-orm'
import type { Locator } from 'playwright'
import { deliverOutgoing } from '../../server/features/messages/deliver-outgoing.ts'
import { messageSettings } from '../../server/practice/message.settings.ts'
import { settingTopic } from '../../server/protocol/context.ts'
import { writeFromOffice } from '../../server/sandbox/areas/messages/write-from-office.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { eicar, pdf } from '../support/files.ts'
import { runDueJobs } from '../support/jobs.ts'
import { isAnnounced } from './announced.ts'
import { violationsOn } from './axe.ts'
import { browserTest } from './browser-test.ts'
import { faultsOf, press, typeInto } from './keyboard.ts'
import { drawn, open, signInAs, tabTo } from './people.ts'

const test = browserTest()

const numberIn = async (entry: Locator) => Number.parseInt((await entry.innerText()).replace(/\D+/, ''), 10)

test('a patient reads a message and answers it by keyboard at 320 px, one thing at a time [2 §2.90 §2.91 §4.25 §4.30]', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port, width: 320 })
  await open(page, '/user/home/Messages')
  const list = page.getByRole('list', { name: 'Inbox' })
  await list.waitFor()
  expect(await faultsOf(page)).toEqual([])
  await press(page, /Statement for your last visit/)
  await page.getByRole('list', { name: 'Statement for your last visit' }).waitFor()
  await drawn(page)
  expect(await list.isVisible()).toBe(false)
  expect(await faultsOf(page)).toEqual([])
  await press(page, /^Reply$/)
  await page.waitForURL(/\/Reply\?message=/)
  await typeInto(page, /^Message/, 'Thank you.')
  expect(await faultsOf(page)).toEqual([])
  await press(page, /^Send$/)
  await page.getByRole('dialog').getByText('Your message was sent to Billing Office.').waitFor()
  await press(page, /^OK$/)
  await page.waitForURL(/\/Messages\?message=/)
  await page.getByText('Thank you.').first().waitFor()
})

test('what is written is kept by itself at 320 px, and a second page with it keeps a draft of its own', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port, width: 320 })
  await open(page, '/user/home/ChatMsg')
  await page.waitForURL(/ChatMsg\?draft=/)
  await typeInto(page, /^Subject/, 'Sunscreen')
  await typeInto(page, /^Message/, 'Which one')
  await page.getByText(/^Saved \d+:\d\d [AP]M$/).waitFor()
  expect(await faultsOf(page)).toEqual([])

  const second = await page.context().newPage()
  await second.goto(page.url())
  await second.getByRole('textbox', { name: /^Message/ }).fill('Which one, says the second page')
  await second.getByText(/^Saved/).waitFor()
  const first = page.url()
  await page.getByRole('textbox', { name: /^Message/ }).fill('Which one, says the first page')
  await page
    .getByText(/was changed, sent or deleted in another window/)
    .first()
    .waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.waitForURL((url) => url.href !== first)
  expect(await page.getByRole('textbox', { name: /^Message/ }).inputValue()).toBe('Which one, says the first page')

  // What was typed a moment before somebody leaves is kept as well.
  await page.getByRole('textbox', { name: /^Message/ }).fill('Which one, says the first page last')
  await press(page, /^Cancel$/)
  await page.waitForURL(/dashboard/)
  await open(page, '/user/home/Messages?box=drafts')
  const list = page.getByRole('list', { name: 'Drafts', exact: true })
  await list.getByText('says the first page last').waitFor()
  expect(await list.getByRole('listitem').count()).toBe(2)
  expect(await faultsOf(page)).toEqual([])
  await press(page, /says the second page/)
  await page.waitForURL(first)
  await press(page, /^Delete draft$/)
  await press(page, /^Delete$/)
  await page.getByText('The draft was deleted.').first().waitFor()
  await list.getByText('says the first page last').waitFor()
  expect(await list.getByRole('listitem').count()).toBe(1)
})

test('after OK the form is empty, and a new message begun meanwhile is one of its own', async ({ portal, browser }) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port, width: 1280 })
  await open(page, '/user/home/ChatMsg')
  const subject = page.getByRole('textbox', { name: /^Subject/ })
  await page.getByRole('combobox', { name: 'To' }).selectOption({ label: 'Nurses' })
  await subject.fill('Only once')
  await page.getByRole('textbox', { name: /^Message/ }).fill('Please send me the form.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('dialog').getByText('Your message was sent to Nurses.').waitFor()
  const sent = page.url()
  await page.getByRole('link', { name: 'OK', exact: true }).click()
  await page.waitForURL((url) => url.href !== sent)
  await drawn(page)
  expect(await subject.inputValue()).toBe('')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('link', { name: 'Select Physician To Continue' }).waitFor()

  // What was not sent stays with its draft.
  await subject.fill('Not sent')
  const first = page.url()
  await page.getByRole('link', { name: 'Drafts' }).click()
  await page.getByRole('link', { name: 'New message', exact: true }).click()
  await page.waitForURL((url) => url.href !== first && url.pathname.endsWith('ChatMsg'))
  await drawn(page)
  expect(await subject.inputValue()).toBe('')
  await page.goBack()
  await page.goBack()
  await expect.poll(() => subject.inputValue()).toBe('Not sent')
})

test('a patient writes to a group by keyboard at 320 px, with a file that is there again with the draft, and sends it [2 §2.86 §2.153 §4.26]', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port, width: 320 })
  await open(page, '/user/home/Messages')
  await press(page, /^New message$/)
  await page.waitForURL(/ChatMsg\?draft=/)
  await drawn(page)
  await press(page, /^Send$/)
  await page.getByRole('link', { name: 'Select Physician To Continue' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await tabTo(page, /^To/)
  await page.keyboard.type('Nurses')
  await typeInto(page, /^Subject/, 'A spot on my arm')
  await typeInto(page, /^Message/, 'Please look at it.')
  const attach = async (name: string, buffer: Buffer) => {
    const chosen = page.waitForEvent('filechooser')
    await press(page, /^Attach files$/)
    await (await chosen).setFiles({ name, mimeType: 'application/pdf', buffer })
  }
  await attach('arm.pdf', pdf)
  await page.getByRole('button', { name: 'Remove arm.pdf' }).waitFor()
  await attach('virus.pdf', Buffer.concat([pdf, eicar]))
  await page.getByText('Not attached: Virus detected - file cannot be uploaded.').first().waitFor()
  expect(await faultsOf(page)).toEqual([])
  await press(page, /^Send$/)
  await page.getByText('A file is not attached. Try it again, or remove it.').waitFor()
  await press(page, /^Remove virus.pdf$/)
  await press(page, /^Cancel$/)
  await open(page, '/user/home/Messages?box=drafts')
  // What was stored while the form was left may arrive after the list was drawn.
  await page.getByText('1 attachment').first().waitFor()
  await press(page, /1 attachment$/)
  await page.getByRole('button', { name: 'Remove arm.pdf' }).waitFor()
  await press(page, /^Send$/)
  await page.getByRole('dialog').getByText('Your message was sent to Nurses.').waitFor()
  await press(page, /^See sent messages$/)
  await press(page, /A spot on my arm/)
  const saved = page.waitForEvent('download')
  await press(page, /^arm.pdf/)
  expect((await saved).suggestedFilename()).toBe('arm.pdf')
})

test('a new message of the office appears in the open inbox, beside what is read, and is counted', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port, width: 1280 })
  await open(page, '/user/home/Messages')
  await press(page, /Please call us about your next appointment/)
  await page.getByRole('list', { name: 'Please call us about your next appointment' }).waitFor()
  expect(await page.getByRole('list', { name: 'Inbox' }).isVisible()).toBe(true)
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Messages ?, \d+ unread$/ })
  await drawn(page)
  const before = await numberIn(entry)
  await writeFromOffice(portal.records.db, {
    practice: 'lakeside',
    patientN: people.mariaAlvarez.patientN,
    from: { id: 1, isGroup: true },
    subject: 'The office is closed on Friday',
    text: 'We are back on Monday.',
    isHigh: false,
    now: portal.portal.now().getTime(),
  })
  await page.getByRole('button', { name: /The office is closed on Friday/ }).waitFor()
  await expect.poll(() => numberIn(entry)).toBe(before + 1)
  await isAnnounced(page, `Messages, ${before + 1} unread`)
  expect(await page.getByRole('list', { name: 'Please call us about your next appointment' }).isVisible()).toBe(true)
  expect(await violationsOn(page)).toEqual([])
})

test('a message that waits says so, also while its page cannot be drawn anew, goes live when it is sent, and is tried again by keyboard', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port, width: 320 })
  await portal.fault({ kind: 'lost', path: 'SendMsgToEmr' })
  await open(page, '/user/home/ChatMsg')
  await page.getByRole('combobox', { name: 'To' }).selectOption({ label: 'Nurses' })
  await typeInto(page, /^Subject/, 'Sunscreen for winter, and what to do about the dry skin on my hands')
  await typeInto(page, /^Message/, 'Which one is right for me?')
  await press(page, /^Send$/)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Your message to Nurses is kept').waitFor()
  await portal.fault({ kind: 'down' })
  const hint = () =>
    portal.portal.hints.publish({ topics: [settingTopic('lakeside', messageSettings.AllowPortalReplies)] })
  const line = page.getByText('This page could not be updated. Trying again.')
  // A hint from before the live connection is not received.
  await expect.poll(() => (hint(), line.isVisible())).toBe(true)
  expect([await dialog.isVisible(), await page.getByRole('heading', { name: 'This did not work' }).count()]).toEqual([
    true,
    0,
  ])
  expect(await violationsOn(page)).toEqual([])
  await portal.heal()
  await portal.fault({ kind: 'lost', path: 'SendMsgToEmr' })
  await line.waitFor({ state: 'detached' }) // by itself, after ten seconds
  expect(await dialog.isVisible()).toBe(true)
  await press(page, /^See sent messages$/)
  const waiting = page.getByRole('list', { name: 'Not yet with the office' })
  await waiting.getByText('Sending').waitFor()
  await drawn(page)
  expect(await faultsOf(page)).toEqual([])
  await portal.database.db.execute(
    sql`update jobs.job set data = jsonb_set(data, '{since}', '"2020-01-01T00:00:00.000Z"') where name = ${deliverOutgoing.name}`,
  )
  await runDueJobs(portal, deliverOutgoing)
  await waiting.getByText('Not confirmed').waitFor()
  await press(page, /Sunscreen for winter/)
  await page.getByText('its answer was lost').waitFor()
  await drawn(page)
  expect(await faultsOf(page)).toEqual([])
  await portal.heal()
  await press(page, /^Try again$/)
  await page.getByText('Your message was sent.').first().waitFor()
  await waiting.waitFor({ state: 'detached' })
  await page.getByRole('list', { name: 'Sent' }).getByText('Sunscreen for winter').waitFor()
})

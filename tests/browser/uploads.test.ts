import type { InlinedResponse } from '../../schemas/inlined-responses.ts'
import { inlinedJson } from '../support/inlined-json.ts'
import type { Page } from 'playwright'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { Screen } from '../../schemas/screen.ts'
import { categoryPart } from '../../server/features/uploads/uploads.rules.ts'
import { documentsOf, tokenFor, visitIn } from '../support/linked-screens.ts'
import { eicar, jpeg, pdf, pdfOf } from '../support/files.ts'
import { openLine } from '../support/line.ts'
import { violationsOn } from './axe.ts'
import { faultsOf, focusedText, press } from './keyboard.ts'
import { drawn, heading, open, openContext, signInAs, tabTo } from './people.ts'
import { browserTest, type BrowserFixtures } from './browser-test.ts'

const test = browserTest()

const lab = categoryPart('Lab results')

let visit: string
let link: string
test.beforeEach(async ({ portal }) => {
  visit = await visitIn(portal, 48)
  link = await tokenFor(portal, { purpose: 'upload', appointmentId: visit })
})

const site = ({ portal }: Pick<BrowserFixtures, 'portal'>) => `http://lakeside.localhost:${portal.port}`
const shows = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor()
const file = (name: string, buffer: Buffer, mimeType = 'application/pdf') => ({ name, buffer, mimeType })

async function uploadPage({ portal, browser }: BrowserFixtures, width = 1280, at = portal.port): Promise<Page> {
  const page = await signInAs('maria.alvarez', { browser, port: at, width })
  await open(page, `/user/fileupload/${link}`)
  return page
}

/** As a keyboard user does; the file chooser of the device opens. */
async function choose(page: Page, files: ReturnType<typeof file>[]): Promise<void> {
  const opened = page.waitForEvent('filechooser')
  await press(page, /^Choose files/)
  await (await opened).setFiles(files)
}

async function chooseCategory(page: Page, messages: string): Promise<void> {
  await tabTo(page, /^Document type/)
  await page.keyboard.type(messages)
}

const isFocused = (page: Page, name: RegExp) => expect.poll(() => focusedText(page)).toMatch(name)
const stored = async ({ portal }: Pick<BrowserFixtures, 'portal'>) =>
  (await documentsOf(portal, visit)).map(({ file_name: name }) => name)

describe('from the computer', () => {
  test.for([320, 1280])(
    'several files are uploaded by keyboard at %i px, and what is refused says why [1 §2.67 §2.69 §4.51 §4.54 §4.56 §5.22 §5.27 §5.28 §5.29 §5.30 §8.2 §8.28]',
    async (width, { portal, browser }) => {
      const page = await uploadPage({ portal, browser }, width)
      await press(page, /^Choose files/)
      await expect.poll(() => focusedText(page)).toBe('Choose files')
      await shows(page, 'Please choose what the document is.')
      await chooseCategory(page, 'Lab')
      const tooLarge = file('large.pdf', pdfOf(6 * 1_048_576 + 1))
      await choose(page, [
        file('blood.pdf', pdf),
        file('notes.txt', pdf, 'text/plain'),
        tooLarge,
        file('none.pdf', Buffer.alloc(0)),
      ])
      expect(await page.getByRole('alert').getByRole('listitem').allInnerTexts()).toEqual([
        expect.stringContaining('notes.txt: Invalid file type. Please select a valid file'),
        expect.stringContaining('large.pdf: Please select a file smaller than 6MB'),
        expect.stringContaining('none.pdf: This file is empty. Please select a different file'),
      ])
      await choose(page, [file('blood.pdf', pdf), file('infected.pdf', Buffer.concat([pdf, eicar]))])
      await shows(page, 'blood.pdf: File already exists. Please select a different file')
      expect(await faultsOf(page)).toEqual([])

      await press(page, /^Upload to my chart/)
      await shows(page, 'Virus detected - file cannot be uploaded.')
      expect(await stored({ portal })).toEqual(['blood.pdf'])
      await press(page, /^Delete infected\.pdf/)
      await page.getByRole('dialog', { name: 'Are you sure you want to delete this file?' }).waitFor()
      expect(await violationsOn(page)).toEqual([])
      await press(page, /^No$/)
      await isFocused(page, /^Delete/)
      await press(page, /^Delete infected\.pdf/)
      await press(page, /^Yes$/)
      await shows(page, 'File(s) uploaded successfully!')
      expect(await page.getByRole('button', { name: 'Upload to my chart' }).count()).toBe(0)
      expect(await faultsOf(page)).toEqual([])
      await press(page, /^Done$/)
      await page.waitForURL(/closure\?origin=upload/)
      await shows(page, 'Please close this tab to continue.')
      await page.context().close()
    },
  )

  test('an other document needs a description before it can be chosen [1 §5.23]', async ({ portal, browser }) => {
    const page = await uploadPage({ portal, browser }, 320)
    await chooseCategory(page, 'Other')
    await tabTo(page, /^Please specify the other document/)
    expect(await faultsOf(page)).toEqual([])
    await page.keyboard.type('Passport')
    await choose(page, [file('passport.pdf', pdf)])
    await shows(page, 'Other: Passport')
    await press(page, /^Upload to my chart/)
    await shows(page, 'File(s) uploaded successfully!')
    expect(await documentsOf(portal, visit)).toMatchObject([{ document_type: 'other', other_document: 'Passport' }])
    await page.context().close()
  })

  test('the card of an insurance opens in a new window from the visit, with its category already [1 §2.19 §5.24]', async ({
    portal,
    browser,
  }) => {
    const prepare = await uploadPage({ portal, browser })
    const token = await tokenFor(portal, { purpose: 'arrival', appointmentId: visit })
    await open(prepare, `/user/bookappointment/features/${token}/lakeside/1`)
    const opened = prepare.context().waitForEvent('page')
    await prepare.getByRole('link', { name: /^Insurance card/ }).click()
    const page = await opened
    await page.getByRole('button', { name: /^Choose files/ }).waitFor()
    expect(await page.getByRole('combobox').count()).toBe(0)
    await choose(page, [file('card.pdf', pdf)])
    await press(page, /^Upload to my chart/)
    await shows(page, 'File(s) uploaded successfully!')
    expect(await documentsOf(portal, visit)).toMatchObject([{ document_type: 'Insurance card' }])
    await page.context().close()
  })

  test('a connection that drops half-way loses nothing: the same files are sent again without choosing them [1 §4.53 §4.55 §8.3 §9.10]', async ({
    portal,
    browser,
  }) => {
    const line = await openLine(portal.port)
    const page = await uploadPage({ portal, browser }, 1280, line.port)
    await chooseCategory(page, 'Lab')
    await choose(page, [file('first.pdf', pdf), file('large.pdf', pdfOf(5 * 1_048_576))])
    line.most = 1_500_000
    await press(page, /^Upload to my chart/)
    await expect.poll(() => stored({ portal })).toEqual(['first.pdf'])
    const bar = page.getByRole('progressbar', { name: 'Uploading...' })
    await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
    expect(await violationsOn(page)).toEqual([])
    line.cut()
    await page.getByRole('button', { name: 'Try again large.pdf' }).waitFor()
    await shows(page, 'The connection was lost. Please check your network and try again.')
    line.mend()
    await press(page, /^Upload to my chart/)
    await shows(page, 'File(s) uploaded successfully!')
    expect(await stored({ portal })).toEqual(['first.pdf', 'large.pdf'])
    await page.context().close()
    await line.close()
  })

  test('without a connection nothing breaks and nothing that was chosen is lost', async ({ portal, browser }) => {
    const page = await uploadPage({ portal, browser }, 320)
    await chooseCategory(page, 'Lab')
    await choose(page, [file('first.pdf', pdf), file('second.pdf', pdf)])
    await page.context().setOffline(true)
    await press(page, /^Delete first\.pdf/)
    await shows(page, 'The connection was lost. Please check your network and try again.')
    await press(page, /^Upload to my chart/)
    await page.getByRole('button', { name: 'Try again second.pdf' }).waitFor()
    expect(await page.getByText('first.pdf').first().isVisible()).toBe(true)
    await page.context().setOffline(false)
    await press(page, /^Delete first\.pdf/)
    await press(page, /^Yes$/)
    await press(page, /^Upload to my chart/)
    await shows(page, 'File(s) uploaded successfully!')
    expect(await stored({ portal })).toEqual(['second.pdf'])
    await page.context().close()
  })

  test('who stops the upload keeps the list', async ({ portal, browser }) => {
    const line = await openLine(portal.port)
    const page = await uploadPage({ portal, browser }, 1280, line.port)
    await chooseCategory(page, 'Lab')
    await choose(page, [file('scan.pdf', pdfOf(5 * 1_048_576))])
    line.most = 500_000
    await press(page, /^Upload to my chart/)
    await page.getByRole('progressbar').waitFor()
    await press(page, /^Cancel$/)
    await shows(page, 'You stopped this upload.')
    expect([await page.getByText('scan.pdf').first().isVisible(), await stored({ portal })]).toEqual([true, []])
    await page.context().close()
    await line.close()
  })
})

/** Returns the content of the QR code on the page, which only a camera could read there. */
async function codeOn(page: Page): Promise<string> {
  await page.reload()
  const responses = JSON.parse(await inlinedJson(page)) as InlinedResponse[] // sent by the portal
  const { blocks } = responses.find(({ url }) => url.startsWith('/ui/screens/'))!.body as Screen // likewise
  const code = blocks.find((block): block is BlockOf<'qr'> => block.kind === 'qr')
  return code?.text ?? ''
}

async function phoneAt({ portal, browser }: BrowserFixtures, address: string, { camera = true } = {}): Promise<Page> {
  const context = await openContext({ browser, width: 320 })
  if (camera) await context.grantPermissions(['camera'], { origin: site({ portal }) })
  const page = await context.newPage()
  await page.goto(address)
  await drawn(page)
  return page
}

/** Waits until the camera shows a picture. */
async function capture(phone: Page): Promise<void> {
  await phone.locator('button:not([aria-busy])', { hasText: 'Capture photo' }).waitFor()
  await press(phone, /^Capture photo/)
  await phone.getByRole('img', { name: 'The photo you took' }).waitFor()
}

describe('from a phone', () => {
  test('that scans the code, a photo is taken and uploaded without signing in [1 §1.11 §2.20 §2.21 §2.70 §2.71 §8.29 §9.11]', async ({
    portal,
    browser,
  }) => {
    const computer = await uploadPage({ portal, browser })
    const opened = computer.waitForEvent('popup')
    await press(computer, /^Lab results/)
    const page = await opened
    await drawn(page)
    await shows(page, 'Scan the below QR code to upload photos and close this tab once the file(s) uploaded')
    await page.getByRole('img', { name: 'A code that opens the camera page for Lab results' }).waitFor()
    expect(await faultsOf(page)).toEqual([])

    const phone = await phoneAt({ portal, browser }, await codeOn(page))
    await phone.getByLabel('What the camera sees').waitFor()
    expect(await faultsOf(phone)).toEqual([])
    await capture(phone)
    expect(await faultsOf(phone)).toEqual([])
    await press(phone, /^Delete/)
    await capture(phone)
    await press(phone, /^Upload$/)
    await shows(phone, 'File uploaded successfully!')
    expect(await faultsOf(phone)).toEqual([])
    const [document, ...more] = await documentsOf(portal, visit)
    expect([document?.document_type, document?.file_name, more]).toEqual(['Lab results', `${visit}.png`, []])
    const { width, height } = await sharp(Buffer.from(document?.content ?? '', 'base64')).metadata()
    expect([width, height]).toEqual([270, 350])
    await press(phone, /^Take another photo/)
    await phone.getByRole('button', { name: 'Capture photo' }).waitFor()
    await Promise.all([computer.context().close(), phone.context().close()])
  })

  test('that may not use its camera, a photo is chosen instead, and sent again after a failure', async ({
    portal,
    browser,
  }) => {
    const code = await tokenFor(portal, {
      purpose: 'camera',
      appointmentId: visit,
      category: 'Lab results',
    })
    const phone = await phoneAt({ portal, browser }, `${site({ portal })}/user/fileupload/camera/${code}/${lab}`, {
      camera: false,
    })
    await shows(phone, 'The camera is not allowed for this page. You can choose a photo instead.')
    expect(await faultsOf(phone)).toEqual([])
    const opened = phone.waitForEvent('filechooser')
    await press(phone, /^Choose a photo/)
    await (await opened).setFiles(file('IMG_1.jpg', await jpeg(), 'image/jpeg'))
    await phone.context().setOffline(true)
    await press(phone, /^Upload$/)
    await phone.getByRole('alert').first().waitFor()
    await phone.context().setOffline(false)
    await press(phone, /^Try again$/)
    await shows(phone, 'File uploaded successfully!')
    expect(await stored({ portal })).toEqual([`${visit}.png`])
    await phone.context().close()
  })

  test.for<[string, { uses?: number; endsInMs?: number }, string]>([
    ['used up', { uses: 0 }, 'This code has reached its limit of photos. Please scan a new code.'],
    ['over', { endsInMs: -1 }, 'This code has expired. Please scan a new code.'],
  ])('whose code is %s says so', async ([, options, words], { portal, browser }) => {
    const code = await tokenFor(portal, { purpose: 'camera', appointmentId: visit, ...options })
    const phone = await phoneAt({ portal, browser }, `${site({ portal })}/user/fileupload/camera/${code}/${lab}`)
    await shows(phone, words)
    expect(await heading(phone).isVisible()).toBe(true)
    expect(await faultsOf(phone)).toEqual([])
    await phone.context().close()
  })
})

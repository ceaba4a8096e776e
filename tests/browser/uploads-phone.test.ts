import type { InlinedResponse } from '../../schemas/inlined-responses.ts'
import { inlinedJson } from '../support/inlined-json.ts'
import type { Browser, Page } from 'playwright'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { Screen } from '../../schemas/screen.ts'
import { documentsOf, tokenFor } from '../support/linked-screens.ts'
import { jpeg } from '../support/files.ts'
import { faultsOf, press } from './keyboard.ts'
import { drawn, heading, open, openContext, signInAs } from './people.ts'
import { file, shows, uploadTest, type UploadFixture } from './uploads-fixture.ts'

const test = uploadTest({ usesCamera: true })

/** Returns the content of the QR code on the page, which only a camera could read there. */
async function codeOn(page: Page): Promise<string> {
  const responses = JSON.parse(await inlinedJson(page)) as InlinedResponse[] // sent by the portal
  const { blocks } = responses.find(({ url }) => url.startsWith('/ui/screens/'))!.body as Screen // likewise
  const code = blocks.find((block): block is BlockOf<'qr'> => block.kind === 'qr')
  return code?.text ?? ''
}

interface Phone {
  browser: Browser
  upload: UploadFixture
}

async function phoneAt({ browser, upload }: Phone, address: string): Promise<Page> {
  const context = await openContext({ browser, width: 320 })
  await context.grantPermissions(['camera'], { origin: upload.site })
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

test('from a phone that scans the code a computer shows, a photo is taken and uploaded without signing in [1 §1.11 §2.20 §2.21 §2.70 §2.71 §8.29 §9.11]', async ({
  portal,
  browser,
  upload,
}) => {
  const computer = await upload.page()
  // No phone: files come first.
  const area = computer.getByRole('group', { name: 'Document upload' })
  expect(await area.getByRole('button').allInnerTexts()).toEqual(['Choose files'])
  const opened = computer.waitForEvent('popup')
  await press(computer, /^Lab results/)
  const page = await opened
  await drawn(page)
  await shows(page, 'Scan the below QR code to upload photos and close this tab once the file(s) uploaded')
  await page.getByRole('img', { name: 'A code that opens the camera page for Lab results' }).waitFor()
  expect(await faultsOf(page)).toEqual([])

  const phone = await phoneAt({ browser, upload }, await codeOn(page))
  await phone.getByLabel('What the camera sees').waitFor()
  expect(await faultsOf(phone)).toEqual([])
  await capture(phone)
  expect(await faultsOf(phone)).toEqual([])
  await press(phone, /^Delete/)
  await capture(phone)
  await press(phone, /^Upload$/)
  await shows(phone, 'File uploaded successfully!')
  expect(await faultsOf(phone)).toEqual([])
  const [document, ...more] = await documentsOf(portal, upload.visit)
  expect([document?.document_type, document?.file_name, more]).toEqual(['Lab results', `${upload.visit}.png`, []])
  const { width, height } = await sharp(Buffer.from(document?.content ?? '', 'base64')).metadata()
  expect([width, height]).toEqual([270, 350])
  await press(phone, /^Take another photo/)
  await phone.getByRole('button', { name: 'Capture photo' }).waitFor()
  // The code leads back to the files.
  await press(page, /^Document upload/)
  await page.waitForURL(/\/user\/fileupload\/[^/]+$/)
  await Promise.all([computer.context().close(), phone.context().close()])
})

test('on a phone that is signed in itself, its own camera comes first, whatever it makes, and there is a way back', async ({
  portal,
  browser,
  upload,
}) => {
  const link = await tokenFor(portal, { purpose: 'upload', appointmentId: upload.visit })
  const phone = await signInAs('maria.alvarez', { browser, port: portal.port, width: 390, hasTouch: true })
  await open(phone, `/user/fileupload/${link}`)
  const area = phone.getByRole('group', { name: 'Document upload' })
  expect(await area.getByRole('button').allInnerTexts()).toEqual(['Take a photo', 'Choose files'])
  expect(await faultsOf(phone)).toEqual([])
  await phone.getByLabel(/^Document type/).selectOption('Lab results')
  const tooLarge = await sharp({
    create: {
      width: 3200,
      height: 2400,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 100 })
    .toBuffer()
  expect(tooLarge.length).toBeGreaterThan(6 * 1_048_576)
  for (const photo of [await jpeg(), tooLarge]) {
    const opened = phone.waitForEvent('filechooser')
    await phone.getByRole('button', { name: 'Take a photo' }).tap()
    const chooser = await opened
    expect([chooser.isMultiple(), await chooser.element().getAttribute('capture')]).toEqual([false, 'environment'])
    await chooser.setFiles(file('image.jpg', photo, 'image/jpeg'))
  }
  await phone.getByRole('rowheader', { name: 'image-2.jpg' }).waitFor()
  expect(await faultsOf(phone)).toEqual([])
  await phone.getByRole('button', { name: 'Upload to my chart' }).tap()
  await shows(phone, 'File(s) uploaded successfully!')
  expect(await upload.stored()).toEqual(['image.jpg', 'image-2.jpg'])
  await phone.getByRole('link', { name: 'Appointments' }).first().tap()
  await expect.poll(() => heading(phone).innerText()).toBe('Appointments')
  await phone.context().close()
})

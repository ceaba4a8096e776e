import type { InlinedResponse } from '../../schemas/inlined-responses.ts'
import { inlinedJson } from '../support/inlined-json.ts'
import type { Browser, Page } from 'playwright'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { Screen } from '../../schemas/screen.ts'
import { categoryPart } from '../../server/features/uploads/uploads.rules.ts'
import { documentsOf, tokenFor } from '../support/linked-screens.ts'
import { jpeg } from '../support/files.ts'
import { faultsOf, press } from './keyboard.ts'
import { drawn, heading, open, openContext, signInAs } from './people.ts'
import { file, shows, uploadTest, type UploadFixture } from './uploads-fixture.ts'

const test = uploadTest({ usesCamera: true })

const lab = categoryPart('Lab results')

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

async function phoneAt({ browser, upload }: Phone, address: string, { camera = true } = {}): Promise<Page> {
  const context = await openContext({ browser, width: 320 })
  if (camera) await context.grantPermissions(['camera'], { origin: upload.site })
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
    upload,
  }) => {
    const computer = await upload.page()
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
    await Promise.all([computer.context().close(), phone.context().close()])
  })

  test('that may not use its camera, a photo is chosen instead, and sent again after a failure', async ({
    portal,
    browser,
    upload,
  }) => {
    const code = await tokenFor(portal, {
      purpose: 'camera',
      appointmentId: upload.visit,
      category: 'Lab results',
    })
    const phone = await phoneAt({ browser, upload }, `${upload.site}/user/fileupload/camera/${code}/${lab}`, {
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
    expect(await upload.stored()).toEqual([`${upload.visit}.png`])
    await phone.context().close()
  })

  test('that is signed in itself, its own camera comes first, whatever it makes, and there is a way back', async ({
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

  test('is no computer: there files come first, and the code leads back to them', async ({ upload }) => {
    const page = await upload.page()
    const area = page.getByRole('group', { name: 'Document upload' })
    expect(await area.getByRole('button').allInnerTexts()).toEqual(['Choose files'])
    const opened = page.waitForEvent('popup')
    await press(page, /^Lab results/)
    const code = await opened
    await drawn(code)
    await press(code, /^Document upload/)
    await code.waitForURL(/\/user\/fileupload\/[^/]+$/)
    await page.context().close()
  })

  test.for<[string, { uses?: number; endsInMs?: number }, string]>([
    ['used up', { uses: 0 }, 'This code has reached its limit of photos. Please scan a new code.'],
    ['over', { endsInMs: -1 }, 'On the computer that shows the code, choose Refresh code. Then scan it again.'],
  ])('whose code is %s says so', async ([, options, words], { portal, browser, upload }) => {
    const code = await tokenFor(portal, { purpose: 'camera', appointmentId: upload.visit, ...options })
    const phone = await phoneAt({ browser, upload }, `${upload.site}/user/fileupload/camera/${code}/${lab}`)
    await shows(phone, words)
    expect(await heading(phone).isVisible()).toBe(true)
    expect(await faultsOf(phone)).toEqual([])
    await phone.context().close()
  })
})

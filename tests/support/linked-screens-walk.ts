import { inlinedJson } from './inlined-json.ts'
import type { Page } from 'playwright'
import { drawn, open } from '../browser/people.ts'
import type { Walk } from './account-walks.ts'
import { eicar, pdf } from './files.ts'

interface LinkedRoutes {
  upload: string
  code: string
  survey: string
}

/** The addresses in the lists of a signed-in patient: links with tokens that cannot be guessed. */
async function linkedRoutes(page: Page): Promise<LinkedRoutes> {
  await open(page, '/user/home/appointments')
  await open(page, await firstLink(page, '/user/bookappointment/features/'))
  const upload = await firstLink(page, '/user/fileupload/')
  await open(page, upload)
  const code = await firstLink(page, '/user/fileupload/qrcode/')
  await open(page, '/user/home/appointments?tab=past')
  return { upload, code, survey: await firstLink(page, '/appointments/reviews/') }
}

async function firstLink(page: Page, beginning: string): Promise<string> {
  const address = await page.locator(`main a[href^="${beginning}"]`).first().getAttribute('href')
  if (!address) throw new Error(`nothing leads to ${beginning}`)
  return address
}

/** The camera page that a QR code leads to. */
async function cameraRoute(page: Page, code: string): Promise<string> {
  await open(page, code)
  const [address = ''] = /\/user\/fileupload\/camera\/[\w/-]+/.exec(await inlinedJson(page)) ?? []
  return address
}

/** Documents before a visit and stars after it. */
export const linkedScreensWalk: Walk = async ({ page, shoot }) => {
  const { upload, code, survey } = await linkedRoutes(page)
  await open(page, upload)
  await shoot('upload')
  await page.getByLabel(/^Document type/).selectOption('Lab results')
  const infected = Buffer.concat([pdf, eicar])
  await page.locator('input[type=file][multiple]').setInputFiles([
    { name: 'Blood test of May.pdf', mimeType: 'application/pdf', buffer: pdf },
    { name: 'infected.pdf', mimeType: 'application/pdf', buffer: infected },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: pdf },
  ])
  await shoot('upload-chosen')
  await page.getByRole('button', { name: 'Upload to my chart' }).click()
  await page.getByText('Virus detected').first().waitFor()
  await shoot('upload-refused')
  await page.getByRole('button', { name: 'Delete infected.pdf' }).click()
  await page.getByRole('dialog').waitFor()
  await shoot('upload-delete')
  await page.getByRole('button', { name: 'Yes', exact: true }).click()
  await page.getByText('File(s) uploaded successfully!').first().waitFor()
  await shoot('upload-done')
  const camera = await cameraRoute(page, code)
  await shoot('upload-code')
  await page.context().grantPermissions(['camera'])
  await open(page, camera)
  await page.locator('button:not([aria-busy])', { hasText: 'Capture photo' }).waitFor()
  await shoot('camera')
  await page.getByRole('button', { name: 'Capture photo' }).click()
  await page.getByRole('img', { name: 'The photo you took' }).waitFor()
  await shoot('camera-taken')
  await open(page, survey)
  await shoot('survey')
  await page
    .locator('label')
    .filter({ has: page.getByRole('radio', { name: '3 of 5' }) })
    .click()
  await page.getByLabel('What could we do better?').waitFor()
  await drawn(page)
  await shoot('survey-few')
}

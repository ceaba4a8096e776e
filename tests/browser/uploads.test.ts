import type { Page } from 'playwright'
import { expect } from 'vitest'
import { eicar, pdf, pdfOf } from '../support/files.ts'
import { openLine } from '../support/line.ts'
import { violationsOn } from './axe.ts'
import { faultsInWidths, focusedText, press } from './keyboard.ts'
import { tabTo } from './people.ts'
import { file, shows, uploadTest } from './uploads-fixture.ts'

const test = uploadTest()

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

test('several files are uploaded by keyboard at 320 px, and what is refused says why [1 §2.67 §2.69 §4.51 §4.54 §4.56 §5.22 §5.27 §5.28 §5.29 §5.30 §8.2 §8.28]', async ({
  upload,
}) => {
  const page = await upload.page(320)
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
  expect(await faultsInWidths(page)).toEqual([])

  await press(page, /^Upload to my chart/)
  await shows(page, 'Virus detected - file cannot be uploaded.')
  expect(await upload.stored()).toEqual(['blood.pdf'])
  await press(page, /^Delete infected\.pdf/)
  await page.getByRole('dialog', { name: 'Are you sure you want to delete this file?' }).waitFor()
  expect(await violationsOn(page)).toEqual([])
  await press(page, /^No$/)
  await isFocused(page, /^Delete/)
  await press(page, /^Delete infected\.pdf/)
  await press(page, /^Yes$/)
  await shows(page, 'File(s) uploaded successfully!')
  expect(await page.getByRole('button', { name: 'Upload to my chart' }).count()).toBe(0)
  expect(await faultsInWidths(page)).toEqual([])
  await press(page, /^Done$/)
  await page.waitForURL(/closure\?origin=upload/)
  await shows(page, 'Please close this tab to continue.')
  await page.context().close()
})

test('a connection that drops half-way loses nothing: the same files are sent again without choosing them [1 §4.53 §4.55 §8.3 §9.10]', async ({
  portal,
  upload,
}) => {
  const line = await openLine(portal.port)
  const page = await upload.page(1280, line.port)
  await chooseCategory(page, 'Lab')
  await choose(page, [file('first.pdf', pdf), file('large.pdf', pdfOf(5 * 1_048_576))])
  line.most = 1_500_000
  await press(page, /^Upload to my chart/)
  await expect.poll(() => upload.stored()).toEqual(['first.pdf'])
  const bar = page.getByRole('progressbar', { name: 'Uploading...' })
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
  expect(await violationsOn(page)).toEqual([])
  line.cut()
  await page.getByRole('button', { name: 'Try again large.pdf' }).waitFor()
  await shows(page, 'The connection was lost. Please check your network and try again.')
  line.mend()
  await press(page, /^Upload to my chart/)
  await shows(page, 'File(s) uploaded successfully!')
  expect(await upload.stored()).toEqual(['first.pdf', 'large.pdf'])
  await page.context().close()
  await line.close()
})

import type { Page } from 'playwright'
import { readPdf } from '../support/pdf.ts'

/** The texts of a sheet in two PDFs, without blanks and numbers of pages: lines and pages break at different places. */
export interface SheetTexts {
  /** As Chromium prints the page. */
  printed: string
  /** As the server makes the file. */
  file: string
}

/** Reads the sheet of a page as paper and as file. Chromium prints to a PDF only without a window. */
export async function sheetTexts(page: Page): Promise<SheetTexts> {
  const address = page
    .getByRole('button', { name: 'Download PDF' })
    .or(page.getByRole('link', { name: 'Download PDF' }))
  await address.waitFor()
  const [begun] = await Promise.all([page.waitForEvent('download'), address.click()])
  const chunks: Buffer[] = []
  for await (const chunk of await begun.createReadStream()) chunks.push(Buffer.from(chunk as Buffer)) // a stream of bytes
  return {
    printed: await textOf(await page.pdf({ format: 'Letter' })),
    file: await textOf(Buffer.concat(chunks)),
  }
}

async function textOf(bytes: Uint8Array): Promise<string> {
  const { pages } = await readPdf(bytes)
  return pages
    .join(' ')
    .replaceAll(/\s+/g, '')
    .replaceAll(/Page\d+of\d+/g, '')
}

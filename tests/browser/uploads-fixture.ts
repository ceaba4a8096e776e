import type { Page } from 'playwright'
import { documentsOf, tokenFor, visitIn } from '../support/linked-screens.ts'
import { browserTest, type BrowserFixtures, type BrowserTestOptions } from './browser-test.ts'
import { open, signInAs } from './people.ts'

/** An upcoming visit of Maria, and where documents for it are uploaded. */
export interface UploadFixture {
  visit: string
  site: string
  /** Opens the upload page; at another port for a line that can be cut. */
  page(width?: number, port?: number): Promise<Page>
  /** The names of what the record server has for the visit. */
  stored(): Promise<string[]>
}

/** The `test` of a file about uploads: `upload` besides `portal` and `browser`. */
export const uploadTest = (options: BrowserTestOptions = {}) =>
  browserTest(options).extend('upload', async ({ portal, browser }) => openUploadFixture({ portal, browser }))

async function openUploadFixture({ portal, browser }: BrowserFixtures): Promise<UploadFixture> {
  const visit = await visitIn(portal, 48)
  const link = await tokenFor(portal, { purpose: 'upload', appointmentId: visit })
  return {
    visit,
    site: `http://lakeside.localhost:${portal.port}`,
    page: async (width = 1280, port = portal.port) => {
      const page = await signInAs('maria.alvarez', { browser, port, width })
      await open(page, `/user/fileupload/${link}`)
      return page
    },
    stored: async () => (await documentsOf(portal, visit)).map(({ file_name: name }) => name),
  }
}

export const shows = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor()
export const file = (name: string, buffer: Buffer, mimeType = 'application/pdf') => ({ name, buffer, mimeType })

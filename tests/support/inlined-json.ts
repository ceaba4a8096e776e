import type { Page } from 'playwright'
import { inlinedResponsesId } from '../../schemas/inlined-responses.ts'

/** Loads the page again, and returns the JSON of the responses that it contains; the client takes them out at once. */
export async function inlinedJson(page: Page): Promise<string> {
  const html = (await (await page.reload())?.text()) ?? ''
  return new RegExp(`<script type="application/json" id="${inlinedResponsesId}">(.*?)</script>`).exec(html)?.[1] ?? '[]'
}

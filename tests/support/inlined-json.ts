import type { Page } from 'playwright'
import { inlinedResponsesId } from '../../schemas/inlined-responses.ts'

/** Returns the JSON of the responses that a loaded page contains. */
export async function inlinedJson(page: Page): Promise<string> {
  return (await page.locator(`#${inlinedResponsesId}`).textContent()) ?? '[]'
}

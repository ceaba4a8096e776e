import type { Page } from 'playwright'
import { isTooWide, violationsOn } from './axe.ts'
import { drawn, tabTo } from './people.ts'

/** Types as a keyboard user does: Tab to the field, then the keys. */
export async function typeInto(page: Page, field: RegExp, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** Presses the button or follows the link that has this name. */
export async function press(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

/** Ticks or unticks a box. */
export async function tick(page: Page, box: RegExp): Promise<void> {
  await tabTo(page, box)
  await page.keyboard.press('Space')
}

/** Enters the own password in the dialog that a sensitive act of the staff opens. */
export async function proveByPassword(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.waitFor()
  await typeInto(page, /^Your current password/, password)
  await press(page, /^Confirm$/)
  await dialog.waitFor({ state: 'detached' })
}

/** Returns the faults of the screen for users with low vision or a phone; empty if there are none. */
export async function faultsOf(page: Page): Promise<string[]> {
  await drawn(page)
  return faultsInSight(page)
}

/** Returns the faults of what a page shows, as `faultsOf`, where there is no screen to wait for. */
export async function faultsInSight(page: Page): Promise<string[]> {
  const isWide = await isTooWide(page)
  return [...(await violationsOn(page)), ...(isWide ? ['it scrolls sideways'] : [])]
}

/** Returns the text of the focused element. */
export function focusedText(page: Page): Promise<string> {
  return page.evaluate(() => (document.activeElement as HTMLElement | null)?.innerText.trim() ?? '') // an element of an HTML document
}

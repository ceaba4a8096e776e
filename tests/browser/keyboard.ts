import type { Page } from 'playwright'
import { isTooWide, violationsOn } from './axe.ts'
import { drawn, settled, tabTo } from './people.ts'

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

/** Returns the faults as `faultsOf` at the width of a phone and on wide screens. The width is then as before. */
export async function faultsInWidths(page: Page): Promise<string[]> {
  const faults = await faultsOf(page)
  const before = page.viewportSize()
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await settled(page)
    const wide = width === 768 ? [] : await violationsOn(page) // 768 px differs in widths only
    if (await isTooWide(page)) wide.push('it scrolls sideways')
    faults.push(...wide.map((each) => `${each} (${width} px)`))
  }
  if (before) await page.setViewportSize(before)
  await settled(page)
  return faults
}

/** Returns the text of the focused element. */
export function focusedText(page: Page): Promise<string> {
  return page.evaluate(() => (document.activeElement as HTMLElement | null)?.innerText.trim() ?? '') // an element of an HTML document
}

import type { ElementHandle, Page } from 'puppeteer-core'
import { focusedName, tabTo } from '../browser/people.ts'

/** One way to work with a page. Controls are named by the words that people read. */
export interface Hand {
  /** Presses a button, follows a link or chooses an option. */
  press(name: RegExp): Promise<void>
  /** Replaces what is in a field. */
  type(field: RegExp, text: string): Promise<void>
  /** Chooses in a list by what an option begins with. */
  pick(field: RegExp, typed: string): Promise<void>
}

export const hands = {
  mouse: (page: Page): Hand => ({
    press: async (name) => (await controlNamed(page, name)).click(),
    type: async (field, text) => {
      await (await controlNamed(page, field)).click()
      await replaceBy(page, text)
    },
    pick: async (field, typed) => {
      await (await controlNamed(page, field)).click()
      await page.keyboard.type(typed)
      await page.keyboard.press('Enter')
    },
  }),
  keyboard: (page: Page): Hand => ({
    press: async (name) => {
      await tabTo(page, name)
      await page.keyboard.press('Enter')
    },
    type: async (field, text) => {
      if (!field.test(await focusedName(page))) await tabTo(page, field)
      await replaceBy(page, text)
    },
    pick: async (field, typed) => {
      await tabTo(page, field)
      await page.keyboard.type(typed)
    },
  }),
} as const

async function replaceBy(page: Page, text: string): Promise<void> {
  await page.keyboard.down('Control')
  await page.keyboard.press('a')
  await page.keyboard.up('Control')
  await page.keyboard.type(text)
}

/** Waits for the control of this name that can be seen: in the dialog if one is open, else in the page. */
async function controlNamed(page: Page, name: RegExp): Promise<ElementHandle<Element>> {
  const handle = await page.waitForFunction(findControl, {}, name.source)
  const control = handle.asElement()
  if (!control) throw new Error(`no control is named ${name}`)
  return control as ElementHandle<Element> // what the function returns
}

/** Runs in the page. */
function findControl(source: string): Element | undefined {
  const dialog = [...document.querySelectorAll('[role=dialog]')].findLast((each) => each.checkVisibility())
  const controls = (dialog ?? document).querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')
  return [...controls].find((each) => {
    const { labels } = each as HTMLInputElement // undefined for elements that cannot have labels
    const words = [labels?.[0]?.innerText, each.innerText, each.getAttribute('aria-label')]
    return each.checkVisibility() && new RegExp(source).test(words.join(' ').replaceAll(/\s+/g, ' ').trim())
  })
}

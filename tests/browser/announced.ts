import { expect } from 'vitest'
import type { BrowserContext, Page } from 'playwright'

declare global {
  interface Window {
    /** What the page has announced and no test has asked for yet. */
    announced: string[]
  }
}

/** Records what the pages of a context announce: a sentence is in its live region for a moment only. */
export function recordAnnounced(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    window.announced = []
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes)
        if (target instanceof Element && target.id.startsWith('announce-'))
          for (const { textContent } of addedNodes) window.announced.push(textContent ?? '')
    }).observe(document, { childList: true, subtree: true })
  })
}

/** Waits until a sentence was announced, after those that were waited for before. */
export async function isAnnounced(page: Page, words: string): Promise<void> {
  const taken = () =>
    page.evaluate((sentence) => {
      const at = window.announced.indexOf(sentence)
      return at < 0 ? window.announced.join(' | ') : (window.announced.splice(0, at + 1).at(-1) ?? '')
    }, words)
  await expect.poll(taken).toBe(words)
}

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Returns the violations of WCAG 2.2 A and AA on the page, and landmarks of one name, one line each. Waits until color transitions have ended, and until the page is drawn at its size: on a busy machine a change of the width reaches it later than its next call. */
export async function violationsOn(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((drawn) => requestAnimationFrame(drawn))
    await nextFrame()
    await nextFrame()
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
  const isThere = await page.evaluate("typeof axe === 'object'")
  if (!isThere) await page.evaluate(source)
  const options = {
    runOnly: { type: 'tag', values: tags },
    rules: { 'landmark-unique': { enabled: true } },
    resultTypes: ['violations'],
  }
  const run = `axe.run(document, ${JSON.stringify(options)})`
  const violations = (await page.evaluate(`${run}.then(({ violations }) => violations)`)) as AxeResults['violations'] // axe's own result type
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} (${node.failureSummary?.split('\n')[1]?.trim() ?? ''})`),
  )
}

/** Whether the page scrolls horizontally. */
export function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
}

/** The same of a page whose size or words have just changed: rows that scroll learn of it some frames later. */
export async function staysTooWide(page: Page): Promise<boolean> {
  const fits = page.waitForFunction(
    () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
    undefined,
    { timeout: 2000 },
  )
  return fits.then(
    () => false,
    () => true,
  )
}

/** Returns the captions of the tables that scroll horizontally. */
export function wideTables(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('table')].flatMap((table) => {
      const { scrollWidth = 0, clientWidth = 0 } = table.parentElement ?? {}
      return scrollWidth > clientWidth ? [table.caption?.innerText ?? 'a table'] : []
    }),
  )
}

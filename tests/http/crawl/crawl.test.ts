import { describe, expect } from 'vitest'
import { portalTest } from '../../support/portal-test.ts'
import type { RunningPortal } from '../../support/portal.ts'
import { filesOn } from './crawl.ts'
import { everybody, openAll } from './everybody.ts'
import { opened, type Bench, type Crawled } from './judge.ts'
import { judges } from './judges.ts'
import { emptyListsOn } from './judges/empty-lists.ts'
import { publishedContract } from './published-contract.ts'

const test = portalTest().extend('bench', { scope: 'file' }, async ({ portal }): Promise<Bench> => ({
  portal,
  check: await publishedContract(portal.visitor()),
}))

describe.each(everybody)('what $who is shown', (person) => {
  let opening: Promise<Crawled> | undefined
  const openOnce = (portal: RunningPortal) => (opening ??= openAll(portal, person))

  test('is much', async ({ portal }) => {
    const crawled = await openOnce(portal)
    const [pages, files, empty] = person.least
    expect(opened(crawled).length).toBeGreaterThan(pages)
    expect(filesOn(opened(crawled)).length).toBeGreaterThanOrEqual(files)
    expect(emptyListsOn(crawled).length).toBeGreaterThanOrEqual(empty)
    expect(crawled.pages.some(({ path }) => person.among?.test(path) ?? true)).toBe(true)
  })

  for (const { name, faultsIn } of judges)
    test(name, async ({ bench }) => {
      expect(await faultsIn(await openOnce(bench.portal), bench)).toEqual([])
    })
})

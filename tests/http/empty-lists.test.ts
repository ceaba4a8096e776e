import { expect } from 'vitest'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { blocksOf, crawl } from './contract-crawl.ts'

const test = portalTest({ nora: 'new.patient', gabriel: 'g.alvarez@example.com', admin: 'front.desk' })

/** What the empty lists and tables say on the screens of somebody, and those of them that have no picture. */
async function emptyOf(visitor: Visitor, { portal }: RunningPortal): Promise<{ seen: number; bare: string[] }> {
  const routes = portal.screens.map(({ route }) => route).filter((route) => !route.includes(':'))
  const log = '/user/home/ActivityLog?from=2020-01-01&to=2020-01-02'
  const pages = await crawl(visitor, [...routes, log], 1)
  const lists = pages.flatMap(({ body }) => [...blocksOf(body, 'table'), ...blocksOf(body, 'list')])
  const empty = lists.filter(({ rows }) => Array.isArray(rows) && rows.length === 0)
  const bare = empty.filter((each) => !(each.empty as { picture?: string }).picture) // as the schema of both kinds says
  return { seen: empty.length, bare: bare.map(({ id }) => String(id)) }
}

test.for([
  ['nora', 10],
  ['gabriel', 1],
  ['admin', 1],
] as const)(
  'what is empty for %s has a picture and a sentence',
  async ([name, least], { portal, nora, gabriel, admin }) => {
    const { seen, bare } = await emptyOf({ nora, gabriel, admin }[name], portal)
    expect(bare).toEqual([])
    expect(seen).toBeGreaterThanOrEqual(least)
  },
)

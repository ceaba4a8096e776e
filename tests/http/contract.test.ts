import { createRequire } from 'node:module'
import { describe, expect } from 'vitest'
import { guestOf } from '../support/guests.ts'
import { portalTest } from '../support/portal-test.ts'
import type { Login, Visitor } from '../support/portal.ts'
import { blocksOf, bookFirst, crawl, leadsTo, type Page } from './contract-crawl.ts'
import { publishedContract } from './contract-published.ts'

const test = portalTest().extend('check', { scope: 'file' }, ({ portal }) => publishedContract(portal.visitor()))

const lakeside = 'lakeside.localhost'
const northgate = 'northgate.localhost'
const visitors: [string, string, (Login | 'a guest')?][] = [
  ['a visitor of Lakeside', lakeside],
  ['a patient of Lakeside', lakeside, 'maria.alvarez'],
  ['a patient of Lakeside with nothing yet', lakeside, 'new.patient'],
  ['an admin of Lakeside', lakeside, 'front.desk'],
  ['a guest of Lakeside', lakeside, 'a guest'],
  ['a visitor of Northgate', northgate],
  ['a patient of Northgate', northgate, 'ben.carter'],
  ['an admin of Northgate', northgate, 'office.lead'],
]

describe.each(visitors)('what %s gets', (_who, host, login) => {
  let visitor: Visitor
  let pages: Page[]
  test.beforeAll(async ({ portal }) => {
    if (login === 'a guest') visitor = await guestOf(portal)
    else visitor = login ? await portal.signIn(login) : portal.visitor(host)
    const plainRoutes = portal.portal.screens.map(({ route }) => route).filter((route) => !route.includes(':'))
    pages = await crawl(visitor, plainRoutes)
    if (login === 'ben.carter')
      pages.push(...(await crawl(visitor, [(await bookFirst(visitor, pages)).replace('/ui/screens', '')], 1)))
  })
  const shown = () => pages.filter(({ status }) => status === 200)

  test('keeps the published contract on every screen and region', ({ check }) => {
    expect(shown().length).toBeGreaterThan(3)
    const faults = shown().map(({ path, body }) => [
      path,
      check(path.startsWith('/ui/regions') ? 'RegionContent' : 'Screen', body),
    ])
    expect(faults.filter(([, fault]) => fault)).toEqual([])
  })

  test('keeps the published contract where nothing could be shown, with a screen to draw', ({ check }) => {
    const refused = pages.filter(({ status, path }) => status !== 200 && path.startsWith('/ui/screens'))
    expect(refused.map(({ path, body }) => [path, check('Problem', body)]).filter(([, fault]) => fault)).toEqual([])
    expect(refused.filter(({ body }) => !(body as { screen?: object }).screen).map(({ path }) => path)).toEqual([])
  })

  test('never fails', () => {
    expect(pages.filter(({ status }) => status >= 500).map(({ path, body }) => [path, body])).toEqual([])
  })

  test('leads only to screens that there are and that this person may open or sign in for', () => {
    const offered = new Set(shown().flatMap(({ body }) => leadsTo(body)))
    const wrong = pages.filter(({ path, status }) => offered.has(path) && status !== 200 && status !== 401)
    expect(wrong.map(({ path, status }) => [path, status])).toEqual([])
  })

  test('stands in a shell that keeps the contract and leads to screens', async ({ check }) => {
    const { status, body } = await visitor.get<unknown>('/ui/shell')
    expect([status, check('Shell', body)]).toEqual([200, ''])
    for (const path of leadsTo(body)) expect([path, (await visitor.get(path)).status]).toEqual([path, 200])
  })

  test('names each of its blocks once on a screen, and one title', () => {
    for (const { path, body } of shown().filter((page) => page.path.startsWith('/ui/screens'))) {
      const ids = idsOf((body as { blocks: unknown }).blocks)
      expect([path, ids.filter((id, index) => ids.indexOf(id) !== index)]).toEqual([path, []])
      expect([path, blocksOf(body, 'text').filter(({ role }) => role === 'title').length]).toEqual([path, 1])
    }
  })

  test('has for each of its forms the compiled checks, which admit and refuse', async () => {
    for (const form of shown().flatMap(({ body }) => blocksOf(body, 'form'))) {
      const answer = await visitor.get<string>(String(form.validator))
      expect([form.validator, answer.status, answer.headers['cache-control']]).toEqual([
        form.validator,
        200,
        'public, max-age=31536000, immutable',
      ])
      const checks = await runChecks(answer.body)
      expect(checks.every((validate) => typeof validate === 'function')).toBe(true)
      expect(checks.some((validate) => !validate('not an object'))).toBe(true)
    }
  })
})

function idsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(idsOf)
  if (typeof value !== 'object' || value === null) return []
  const { kind, id } = value as { kind?: unknown; id?: unknown } // a block
  const inner = Object.entries(value).filter(([name]) => ['blocks', 'tabs'].includes(name))
  return [
    ...(typeof kind === 'string' && typeof id === 'string' ? [id] : []),
    ...inner.flatMap(([, each]) => idsOf(each)),
  ]
}

/** Runs a module of compiled checks as a browser does, with Ajv's own runtime. */
async function runChecks(code: string): Promise<((value: unknown) => boolean)[]> {
  const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    default: (require: NodeJS.Require) => Record<string, (value: unknown) => boolean>
  } // made by server/protocol/form-module.ts
  return Object.values(module.default(createRequire(import.meta.url)))
}

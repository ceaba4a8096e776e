import { describe, expect } from 'vitest'
import { chargeInstallments } from '../../server/features/payments/installments/charge-installments.ts'
import { postPayment } from '../../server/features/payments/post-payment.ts'
import { routes } from '../../server/practice/routes.ts'
import { payByCard } from '../support/card-payment.ts'
import { guestOf } from '../support/guests.ts'
import { agree, makeDue } from '../support/installments.ts'
import { makeInvoice } from '../support/invoices.ts'
import { runDueJobs, runNow } from '../support/jobs.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { crawl, filesWithin, type Page } from './contract-crawl.ts'

const test = portalTest()
  .extend('maria', { scope: 'file' }, async ({ portal }) => {
    const maria = await portal.signIn('maria.alvarez')
    await payByCard(portal, maria, { amount: '10.00' })
    await makeInvoice(maria)
    await agree(portal, maria)
    await makeDue(portal, 1)
    await runNow(portal, chargeInstallments)
    await runDueJobs(portal, postPayment)
    return maria
  })
  .extend('guest', { scope: 'file' }, async ({ portal }) => {
    const guest = await guestOf(portal)
    await makeInvoice(guest)
    return guest
  })

/** Every page that the visitor can open without an id in its address, and what these lead to. */
async function pagesOf({ portal }: RunningPortal, visitor: Visitor): Promise<Page[]> {
  const routes = portal.screens.map(({ route }) => route).filter((route) => !route.includes(':'))
  return crawl(visitor, routes)
}

const failedLinks = (pages: readonly Page[]) =>
  pages.flatMap(({ from, path, status }) =>
    from === undefined || status === 200 ? [] : [`${path} on ${from}: ${status}`],
  )

/** Files that differ only in numbers count as one. */
async function failedFiles(visitor: Visitor, pages: readonly Page[]): Promise<string[]> {
  const hrefs = new Map(
    pages.flatMap(({ body }) => filesWithin(body)).map((href) => [href.replaceAll(/\d[\w-]*/g, '#'), href]),
  )
  expect(hrefs.size).toBeGreaterThan(0)
  const failed: string[] = []
  for (const href of hrefs.values()) {
    const { status } = await visitor.get(href)
    if (status !== 200) failed.push(`${href}: ${status}`)
  }
  return failed
}

describe('every address that the code names', () => {
  test('is that of a screen, or the start of that of a file', ({ portal }) => {
    const known = [...portal.portal.screens, ...portal.portal.files].map(({ route }) => route)
    const isKnown = (address: string) => known.some((route) => route === address || route.startsWith(`${address}/:`))
    expect(Object.values(routes).filter((address) => !isKnown(address))).toEqual([])
  })

  test('is that of a screen where a menu, a dashboard or the landing page leads', ({ portal }) => {
    const { features, screens } = portal.portal
    const entries = features.flatMap(({ menu }) => menu.map(({ do: act }) => ('to' in act ? act.to : '')))
    const cards = features.flatMap((feature) => feature.cards.flatMap((card) => ('to' in card ? [card.to] : [])))
    const tiles = features.flatMap(({ landingTiles }) => landingTiles.map(({ to }) => to))
    const known = new Set(screens.map(({ route }) => route))
    const all = [...entries, ...cards, ...tiles].map((to) => to.split('?')[0] ?? '').filter(Boolean)
    expect(all.length).toBeGreaterThan(20)
    expect(all.filter((to) => !known.has(to))).toEqual([])
  })
})

describe('every link and every file that is shown', () => {
  test('to a patient opens, also of what was paid in installments', async ({ portal, maria }) => {
    const pages = await pagesOf(portal, maria)
    const receipts = pages.filter(({ path, from }) => from !== undefined && path.includes('printReceipt'))
    expect(receipts.some(({ path }) => path.includes('.'))).toBe(true)
    expect(failedLinks(pages)).toEqual([])
    expect(await failedFiles(maria, pages)).toEqual([])
  })

  test('to a guest opens', async ({ portal, guest }) => {
    const pages = await pagesOf(portal, guest)
    expect(failedLinks(pages)).toEqual([])
    expect(await failedFiles(guest, pages)).toEqual([])
  })

  test.for(['front.desk', 'g.alvarez@example.com', 'new.patient'] as const)(
    'to %s opens',
    async (login, { portal }) => {
      expect(failedLinks(await pagesOf(portal, await portal.signIn(login)))).toEqual([])
    },
  )
})

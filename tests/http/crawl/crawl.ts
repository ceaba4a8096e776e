import { people } from '../../../server/sandbox/seed/people.ts'
import type { RunningPortal, Visitor } from '../../support/portal.ts'
import { bookVisit } from '../../support/visits.ts'

/** A screen or region as received. */
export interface Page {
  /** The requested path under /ui/. */
  path: string
  status: number
  /** The route of the screen or the name of the region, as the portal lists them. */
  name: string
  body: unknown
  /** The path of the page that leads to it; none for a start. */
  from?: string
}

/** Paths that differ only in numbers, such as those of places and days, count as one. */
function shapeOf(path: string): string {
  return path.replaceAll(/\d[\w-]*/g, '#')
}

/**
 * Opens everything that the screens link to, from `start` on: links, buttons, tabs and regions; `most` of those that
 * differ only in numbers.
 */
export async function crawl(visitor: Visitor, start: readonly string[], most = 2): Promise<Page[]> {
  const pages: Page[] = []
  const seen = new Set<string>()
  const opened = new Map<string, number>()
  const queue: { path: string; from?: string }[] = start.map((route) => ({ path: `/ui/screens${route}` }))
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { path, from } = next
    const times = opened.get(shapeOf(path)) ?? 0
    if (seen.has(path) || times >= most) continue
    seen.add(path)
    opened.set(shapeOf(path), times + 1)
    const { status, body } = await visitor.get<unknown>(path).catch((error: unknown) => {
      throw new Error(`the crawl ended at ${path}: ${String(error)}`)
    })
    pages.push({ path, status, name: nameIn(body) ?? path, body, ...(from === undefined ? {} : { from }) })
    queue.push(...leadsTo(body).map((to) => ({ path: to, from: path })))
  }
  return pages
}

function nameIn(body: unknown): string | undefined {
  const { route, id } = (body ?? {}) as { route?: string; id?: string } // a screen or a region
  return route ?? id
}

/** Returns the targets of a screen's parts, except links whose parameter a person enters. */
export function leadsTo(value: unknown): string[] {
  const nodes = nodesOf(value)
  const links = nodes.filter(
    ({ type, to, label, parameter }) =>
      (type === 'navigate' || (type === undefined && label !== undefined)) &&
      typeof to === 'string' &&
      to.startsWith('/') &&
      parameter === undefined,
  )
  const inText = nodes.filter(
    ({ text, href }) => typeof text === 'string' && typeof href === 'string' && href.startsWith('/'),
  )
  const regions = nodes.filter(({ kind, src }) => kind === 'region' && typeof src === 'string')
  return [
    ...regions.map(({ src }) => `/ui/regions/${String(src)}`),
    ...links.map(({ to }) => `/ui/screens${String(to)}`),
    ...inText.map(({ href }) => `/ui/screens${String(href)}`),
  ]
}

/** The addresses of the files that the parts of a screen offer. */
function filesWithin(value: unknown): string[] {
  return nodesOf(value).flatMap(({ href, text }) =>
    typeof href === 'string' && href.startsWith('/') && text === undefined ? [href] : [],
  )
}

/** The pages that did not open and to which another one still leads: meanwhile it may have become too late for a link. */
export async function failedLinks(visitor: Visitor, pages: readonly Page[]): Promise<string[]> {
  const failed: string[] = []
  for (const { from, path, status } of pages)
    if (from !== undefined && status !== 200 && leadsTo((await visitor.get<unknown>(from)).body).includes(path))
      failed.push(`${path} on ${from}: ${status}`)
  return failed
}

/** The addresses of the files on pages; those that differ only in numbers count as one. */
export function filesOn(pages: readonly Page[]): string[] {
  return [...new Map(pages.flatMap(({ body }) => filesWithin(body)).map((href) => [shapeOf(href), href])).values()]
}

/** The files that do not open. */
export async function failedFiles(visitor: Visitor, addresses: readonly string[]): Promise<string[]> {
  const failed: string[] = []
  for (const href of addresses) {
    const { status } = await visitor.get(href)
    if (status !== 200) failed.push(`${href}: ${status}`)
  }
  return failed
}

/**
 * Books the first free time on the pages of a patient, for the screens that require a booking. Throws if there is none.
 * Returns the path of the following screen.
 */
export async function bookFirst(visitor: Visitor, pages: readonly Page[]): Promise<string> {
  const free = pages
    .flatMap(({ body }) => nodesOf(body))
    .filter(({ state, do: act }) => state === 'free' && act !== undefined)
  for (const { do: hold } of free) {
    const [book] = callsIn(await run(visitor, hold as Call), 'booking.book') // free times carry their action
    if (book) return leadsTo(await run(visitor, book))[0] ?? ''
  }
  throw new Error('there is no free time on these pages')
}

/** Northgate offers no telehealth (demo-practice.md), but has a page for a video visit that its office books. */
export async function bookVideoVisit({ records }: RunningPortal): Promise<void> {
  const { patientN } = people.benCarter
  const startsAt = new Date(Math.floor(Date.now() / 1000) * 1000 + 60_000)
  await bookVisit(records, { practice: 'northgate', patientN, employeeN: 202, startsAt })
}

interface Call {
  action: string
  input: object
}

async function run(visitor: Visitor, { action, input }: Call): Promise<unknown> {
  const { status, body } = await visitor.act<unknown>(action, input)
  if (status !== 200) throw new Error(`${action} answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** Every call that the parts of a screen or an answer offer. */
export function callsWithin(value: unknown): (Call & { confirm?: unknown })[] {
  return nodesOf(value).filter(({ type }) => type === 'call') as unknown as Call[] // calls carry their input
}

function callsIn(value: unknown, name: string): Call[] {
  return nodesOf(value).filter(({ type, action }) => type === 'call' && action === name) as unknown as Call[] // calls carry their input
}

export function blocksOf(value: unknown, kind: string): Record<string, unknown>[] {
  return nodesOf(value).filter((node) => node.kind === kind)
}

function nodesOf(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf)
  if (typeof value !== 'object' || value === null) return []
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(nodesOf)]
}

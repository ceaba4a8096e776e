import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import lighthouse, { type Flags } from 'lighthouse'
import { launchChromium } from '../../support/chromium.ts'
import { freePorts } from '../fixture/child.ts'
import { openBenchFixture, type BenchFixture } from '../fixture/bench-fixture.ts'
import { addBills } from '../fixture/bills.ts'
import { findSlotPages } from '../fixture/slot-pages.ts'
import { median, type BenchServices, type Row } from '../measured.ts'

const rounds = 3

interface PageLoad {
  what: string
  path: string
  /** Of who is signed in. */
  cookie?: string
  /** The least score for performance, of 100 (look.md, First paint). */
  least: number
}

interface Portal {
  origin: string
  /** The folder for the report of each page; without it none are kept. */
  profiles?: string
}

interface Load {
  performance: number
  accessibility: number
  bestPractices: number
  lcpMs: number
  tbtMs: number
  cls: number
}

const mostLayoutShift = 0.05
/** Of the fixture, with a bill. */
const patient = 4

/** Lighthouse's simulated phone on a slow line, for the pages that people open most. */
export async function measureLighthouse(services: BenchServices): Promise<Row[]> {
  const fixture = await openBenchFixture(services, {
    fill: ({ db }) => addBills(db, { people: 1, skip: patient, lines: 3 }),
  })
  try {
    return await measurePages(fixture, services)
  } finally {
    await fixture.stop()
    await fixture.drop()
  }
}

async function measurePages({ origin, signIn }: BenchFixture, { say, profiles }: BenchServices): Promise<Row[]> {
  const visitor = await signIn(patient)
  const [times] = await findSlotPages(visitor)
  if (!times) throw new Error('no location has times')
  const pages: PageLoad[] = [
    { what: 'landing', path: '/', least: 95 },
    { what: 'sign-in', path: '/user/login', least: 92 },
    { what: 'Make Payment', path: '/user/home/MakePayment', cookie: visitor.cookie(), least: 92 },
    { what: 'dashboard', path: '/user/home/dashboard', cookie: visitor.cookie(), least: 95 },
    { what: 'times to choose', path: times.path, cookie: visitor.cookie(), least: 95 },
    { what: 'Billing', path: '/user/home/Billing', cookie: visitor.cookie(), least: 95 },
  ]
  const rows: Row[] = []
  for (const page of pages) {
    say(`lighthouse: ${page.what}`)
    const loads: Load[] = []
    for (let round = 0; round < rounds; round++) loads.push(await loadOf(page, { origin, profiles }))
    rows.push(rowOf(page, loads))
  }
  return rows
}

/**
 * Each load has a browser of its own: nothing is cached, and no trace of the one before is in the way. A trace that
 * Chromium did not record is tried again, as Lighthouse says.
 */
async function loadOf(page: PageLoad, portal: Portal, triesLeft = 2): Promise<Load> {
  const [port = 0] = await freePorts(1)
  const browser = await launchChromium([`--remote-debugging-port=${port}`])
  try {
    return await measured(page, { ...portal, port })
  } catch (error) {
    if (triesLeft === 0 || !String(error).includes('NO_NAVSTART')) throw error
  } finally {
    await browser.close()
  }
  return loadOf(page, portal, triesLeft - 1)
}

async function measured(
  { what, path, cookie }: PageLoad,
  { origin, port, profiles }: Portal & { port: number },
): Promise<Load> {
  const flags: Flags = {
    port,
    logLevel: 'error',
    output: 'json',
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
    ...(cookie ? { extraHeaders: { cookie } } : {}),
  }
  const lhr = (await lighthouse(origin + path, flags))?.lhr
  if (!lhr || lhr.runtimeError) throw new Error(`lighthouse could not load ${path}: ${lhr?.runtimeError?.message}`)
  if (new URL(lhr.finalDisplayedUrl).pathname !== path.split('?')[0])
    throw new Error(`lighthouse came to ${lhr.finalDisplayedUrl} instead of ${path}`)
  if (profiles) writeFileSync(join(profiles, `lighthouse-${what.replaceAll(' ', '-')}.json`), JSON.stringify(lhr))
  const score = (category: string) => Math.round((lhr.categories[category]?.score ?? 0) * 100)
  const value = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    lcpMs: value('largest-contentful-paint'),
    tbtMs: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
  }
}

function rowOf({ what, least }: PageLoad, loads: readonly Load[]): Row {
  const of = (figure: keyof Load) => median(loads.map((load) => load[figure]))
  const performance = of('performance')
  return {
    what: `Lighthouse performance, ${what}`,
    figure: performance.toFixed(0),
    target: `≥ ${least}`,
    kept: performance >= least && of('cls') < mostLayoutShift,
    how: [
      `mobile, medians of ${loads.length}; LCP ${(of('lcpMs') / 1000).toFixed(1)} s, TBT ${(of('tbtMs') / 1000).toFixed(2)} s, CLS ${of('cls').toFixed(3)} (< ${mostLayoutShift})`,
      `accessibility ${of('accessibility')}, best practices ${of('bestPractices')}`,
    ],
  }
}

import { atMost, median, quantile, timed, type BenchServices, type Row } from '../measured.ts'
import { firstProviderN } from '../fixture/big-practice.ts'
import { engineNames, postgresRuns, type Engine } from '../fixture/databases.ts'
import { scheduleIn } from '../fixture/slot-pages.ts'
import { openBenchFixture } from '../fixture/bench-fixture.ts'
import type { Visitor } from '../fixture/visitor.ts'

const [few, many] = [6, 60] as const
const rounds = 40
const warmUps = 5
const dayMs = 86_400_000

/** The pages a user opens: the free times of seven days. */
const pages = {
  'one provider': `by=provider&type=inoffice&visit=1&provider=${firstProviderN}`,
  'one location': 'by=location&type=inoffice&visit=1&region=1&facility=11',
  'all providers': 'by=provider&type=telederm&visit=2&provider=any',
} as const
type Page = keyof typeof pages
const kinds = Object.keys(pages) as Page[] // the keys of that record

type Spent = Record<Page, number[]>

/**
 * Slot searches of a practice with sixty providers and two years of appointments, and the cost of ten times the
 * providers.
 */
export async function measureSlots(services: BenchServices): Promise<Row[]> {
  const engines: Engine[] = (await postgresRuns()) ? ['pglite', 'postgres'] : ['pglite']
  const rows: Row[] = []
  for (const engine of engines) rows.push(...(await measureOn(engine, services)))
  return rows
}

async function measureOn(engine: Engine, services: BenchServices): Promise<Row[]> {
  const small = await searchAt(few, engine, services)
  const large = await searchAt(many, engine, services)
  const growth = kinds.map((page) => median(large[page]) / median(small[page]))
  const ms = (value: number) => `${value.toFixed(0)} ms`
  return [
    {
      what: `times of 7 days, p95, ${many} providers, ${engineNames[engine]}`,
      figure: kinds.map((page) => quantile(large[page], 0.95).toFixed(0)).join(' / ') + ' ms',
      target: '',
      how: [
        `${kinds.join(' / ')}, as a signed-in person waits for the portal; ${rounds} each, one after the other`,
        `medians ${kinds.map((page) => ms(median(large[page]))).join(' / ')}`,
      ],
    },
    {
      what: `  growth from ${few} to ${many} providers, ${engineNames[engine]}`,
      ...atMost(Math.max(...growth), many / few),
      how: [`medians ${kinds.map((page, n) => `${page} × ${growth[n]?.toFixed(2)}`).join(', ')}`],
    },
  ]
}

async function searchAt(providers: number, engine: Engine, services: BenchServices): Promise<Spent> {
  services.say(`slots of ${providers} providers on ${engineNames[engine]}`)
  const fixture = await openBenchFixture(services, { engine, providers })
  try {
    const visitor = await fixture.signIn(0)
    const spent: Spent = { 'one provider': [], 'one location': [], 'all providers': [] }
    for (let round = -warmUps; round < rounds; round++)
      for (const page of kinds) {
        const ms = await timed(() => lookAt(visitor, { page, round }))
        if (round >= 0) spent[page].push(ms)
      }
    return spent
  } finally {
    await fixture.stop()
    await fixture.drop()
  }
}

/** Another week each time, so that no request is repeated immediately. */
async function lookAt(visitor: Visitor, { page, round }: { page: Page; round: number }): Promise<void> {
  const from = new Date(Date.now() + (1 + ((round + warmUps) % 20)) * dayMs).toISOString().slice(0, 10)
  const schedule = scheduleIn(await visitor.region(`booking.times?${pages[page]}&from=${from}`))
  if (!schedule?.lanes.some(({ days }) => days.some(({ times }) => times.length > 0)))
    throw new Error(`${page} has no times from ${from} on`)
}

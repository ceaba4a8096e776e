import { atMost, median, quantile, timed, type BenchTools, type Row } from '../measured.ts'
import { firstProviderN } from '../stage/big-practice.ts'
import { engineNames, postgresRuns, type Engine } from '../stage/databases.ts'
import { scheduleIn } from '../stage/slot-pages.ts'
import { openStage } from '../stage/stage.ts'
import type { Visitor } from '../stage/visitor.ts'

const [few, many] = [6, 60] as const
const rounds = 40
const warmUps = 5
const dayMs = 86_400_000

/** What a person looks at: the free times of seven days. */
const pages = {
  'one provider': `by=provider&type=inoffice&visit=1&provider=${firstProviderN}`,
  'one location': 'by=location&type=inoffice&visit=1&region=1&facility=11',
  'all providers': 'by=provider&type=telederm&visit=2&provider=any',
} as const
type Page = keyof typeof pages
const kinds = Object.keys(pages) as Page[] // the keys of that record

type Spent = Record<Page, number[]>

/** Slot searches of a practice with sixty providers and two years of appointments, and what ten times the providers cost. */
export async function measureSlots(tools: BenchTools): Promise<Row[]> {
  const engines: Engine[] = (await postgresRuns()) ? ['pglite', 'postgres'] : ['pglite']
  const rows: Row[] = []
  for (const engine of engines) rows.push(...(await measureOn(engine, tools)))
  return rows
}

async function measureOn(engine: Engine, tools: BenchTools): Promise<Row[]> {
  const small = await searchAt(few, engine, tools)
  const large = await searchAt(many, engine, tools)
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

async function searchAt(providers: number, engine: Engine, tools: BenchTools): Promise<Spent> {
  tools.say(`slots of ${providers} providers on ${engineNames[engine]}`)
  const stage = await openStage(tools, { engine, providers })
  try {
    const visitor = await stage.signIn(0)
    const spent: Spent = { 'one provider': [], 'one location': [], 'all providers': [] }
    for (let round = -warmUps; round < rounds; round++)
      for (const page of kinds) {
        const ms = await timed(() => lookAt(visitor, { page, round }))
        if (round >= 0) spent[page].push(ms)
      }
    return spent
  } finally {
    await stage.stop()
    await stage.drop()
  }
}

/** Another week each time, so that nothing is asked for twice in a row. */
async function lookAt(visitor: Visitor, { page, round }: { page: Page; round: number }): Promise<void> {
  const from = new Date(Date.now() + (1 + ((round + warmUps) % 20)) * dayMs).toISOString().slice(0, 10)
  const schedule = scheduleIn(await visitor.region(`booking.times?${pages[page]}&from=${from}`))
  if (!schedule?.lanes.some(({ days }) => days.some(({ times }) => times.length > 0)))
    throw new Error(`${page} has no times from ${from} on`)
}

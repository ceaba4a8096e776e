import { addBills } from '../fixture/bills.ts'
import { openBenchFixture, type BenchFixture } from '../fixture/bench-fixture.ts'
import type { Answer, Visitor } from '../fixture/visitor.ts'
import { atMost, median, quantile, timed, type BenchServices, type Row } from '../measured.ts'

const screenPath = '/ui/screens/user/home/dashboard'
const lines = 60
/** How many people download at once. */
const readers = 20
/** How many files one person requests at once. */
const many = 50
/** Patients whom the demo practice has not billed. */
const skip = 100
const rounds = 6
const warmUps = 30
const aloneEach = 60
const single = 10

/**
 * The PDF of an invoice: how long a person waits at the dashboard while twenty others download one, or somebody else
 * fifty; and how long one takes.
 */
export async function measureInvoices(services: BenchServices): Promise<Row[]> {
  const fixture = await openBenchFixture(services, {
    fill: ({ db }) => addBills(db, { people: readers + rounds, skip, lines }),
  })
  try {
    return await measureDownloads(fixture, services)
  } finally {
    await fixture.stop()
    await fixture.drop()
  }
}

async function measureDownloads({ signIn }: BenchFixture, { say }: BenchServices): Promise<Row[]> {
  const visitor = await signIn(0)
  const everybody = await Promise.all(
    Array.from({ length: readers + rounds }, async (_, n) => downloadOf(await signIn(skip + n))),
  )
  const downloads = everybody.slice(0, readers)
  const [one = () => Promise.reject(new Error('nobody downloads'))] = downloads
  const dashboard = async () => timed(() => whole(visitor.get(screenPath)))
  for (let turn = 0; turn < warmUps; turn++) await dashboard()
  for (let turn = 0; turn < single; turn++) await allowed(one)()
  const spent: Spent = { alone: [], beside: [], besideMany: [], all: [], one: [], made: 0 }
  for (let turn = 0; turn < single; turn++) spent.one.push(await timed(allowed(one)))
  for (let round = 0; round < rounds; round++) {
    say(`invoices, round ${round + 1} of ${rounds}`)
    for (let turn = 0; turn < aloneEach; turn++) spent.alone.push(await dashboard())
    const noted = (to: number[]) => async () => void to.push(await dashboard())
    spent.all.push(await timed(() => besideAll(downloads.map(allowed), noted(spent.beside))))
    const greedy = everybody[readers + round] ?? one
    const tries = Array.from({ length: many }, () => async () => {
      if ((await greedy()).status === 200) spent.made++
    })
    await besideAll(tries, noted(spent.besideMany))
  }
  return rowsFor(spent)
}

/** Makes an invoice and returns its download. */
async function downloadOf(visitor: Visitor): Promise<() => Promise<Answer>> {
  const effects = await visitor.act('invoices.create', { then: 'download' })
  const href = effects.find((effect) => effect.type === 'download')?.href
  if (href === undefined) throw new Error(`no invoice was made: ${JSON.stringify(effects)}`)
  return () => visitor.get(href)
}

const allowed = (download: () => Promise<Answer>) => () => whole(download())

async function whole(response: Promise<Answer>): Promise<Answer> {
  const answer = await response
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text.slice(0, 300)}`)
  return answer
}

/** Repeats `work` until all downloads, which begin together, have ended. */
async function besideAll(downloads: readonly (() => Promise<unknown>)[], work: () => Promise<void>): Promise<void> {
  let isBusy = true
  const all = Promise.all(downloads.map((download) => download())).finally(() => (isBusy = false))
  while (isBusy) await work()
  await all
}

interface Spent {
  alone: number[]
  beside: number[]
  besideMany: number[]
  all: number[]
  one: number[]
  /** How many of the many files were made; the others were over the limit. */
  made: number
}

function rowsFor({ alone, beside, besideMany, all, one, made }: Spent): Row[] {
  const ms = (value: number) => `${value.toFixed(1)} ms`
  const [aloneMs, besideMs, besideManyMs] = [alone, beside, besideMany].map((each) => quantile(each, 0.95)) as [
    number,
    number,
    number,
  ]
  return [
    {
      what: `dashboard beside ${readers} PDFs of ${lines} lines ÷ alone, p95`,
      ...atMost(besideMs / aloneMs, 2),
      how: [
        `${ms(besideMs)} ÷ ${ms(aloneMs)}; medians ${ms(median(beside))} and ${ms(median(alone))}`,
        `one person, one request after the other: ${beside.length} beside and ${alone.length} alone, in ${rounds} alternating rounds`,
      ],
    },
    {
      what: `dashboard beside ${many} PDFs of one account ÷ alone, p95`,
      ...atMost(besideManyMs / aloneMs, 1.5),
      how: [
        `${ms(besideManyMs)} ÷ ${ms(aloneMs)}; medians ${ms(median(besideMany))} and ${ms(median(alone))}`,
        `${besideMany.length} beside in ${rounds} rounds; ${made} of ${many * rounds} files were made, the others were over the limit`,
      ],
    },
    {
      what: `  one PDF of ${lines} lines`,
      figure: `${median(one).toFixed(0)} ms`,
      target: '',
      how: [`median of ${single}, alone; all ${readers} begun together take ${ms(median(all))}`],
    },
  ]
}

import { quantile, timed, type BenchServices, type Row } from '../measured.ts'
import { openBenchFixture, type BenchFixture } from '../fixture/bench-fixture.ts'
import { addBills, readBills, type Bill } from '../fixture/bills.ts'
import { engineNames, postgresRuns, type Engine } from '../fixture/databases.ts'
import { pay, readyToPay, type PayInput } from '../fixture/payer.ts'
import { readPayments, type PaymentTruth } from '../fixture/payment-truth.ts'
import { slowProcessor, untilRecorded } from '../fixture/processor.ts'
import type { Visitor } from '../fixture/visitor.ts'

const payers = 100
const delayMs = 300

/** A hundred people pay their own bills at once, with a slow processor, on both engines. */
export async function measurePayments(services: BenchServices): Promise<Row[]> {
  const engines: Engine[] = (await postgresRuns()) ? ['pglite', 'postgres'] : ['pglite']
  const rows: Row[] = []
  for (const engine of engines) rows.push(...(await measureOn(engine, services)))
  return rows
}

async function measureOn(engine: Engine, services: BenchServices): Promise<Row[]> {
  services.say(`payments on ${engineNames[engine]}`)
  let bills: Bill[] = []
  const fixture = await openBenchFixture(services, {
    engine,
    fill: async (records) => {
      await addBills(records.db, { people: payers, lines: 1 })
      bills = await readBills(records)
    },
  })
  try {
    const notes = await payAll(fixture, { bills, services })
    await fixture.stop()
    return rowsFor(engineNames[engine], { ...notes, ...(await readPayments(fixture.databases, notes.confirmed)) })
  } finally {
    await fixture.stop()
    await fixture.drop()
  }
}

interface Notes {
  enterMs: number
  payMs: number
  recordMs: number
  /** How long each person waited after Pay. */
  waitedMs: number[]
  /** References of payments that were confirmed to people. */
  confirmed: string[]
  /** The titles of the other answers. */
  others: string[]
}

interface Ready {
  visitor: Visitor
  input: PayInput
}

/** All have entered their cards before the first one pays. */
async function payAll(
  fixture: BenchFixture,
  { bills, services: { say } }: { bills: readonly Bill[]; services: BenchServices },
): Promise<Notes> {
  const notes: Notes = { enterMs: 0, payMs: 0, recordMs: 0, waitedMs: [], confirmed: [], others: [] }
  const visitors = await Promise.all(bills.map((_, n) => fixture.signIn(n)))
  say(`  ${payers} people are signed in`)
  await slowProcessor(fixture, { delayMs })
  let ready: Ready[] = []
  notes.enterMs = await timed(async () => {
    ready = await Promise.all(visitors.map((visitor, n) => enter(visitor, { fixture, bill: bills[n]?.id ?? '' })))
  })
  say('  all have entered their cards')
  notes.payMs = await timed(() => Promise.all(ready.map((each) => payOne(each, notes))))
  notes.recordMs = await timed(() => untilRecorded(fixture, bills))
  return notes
}

async function enter(
  visitor: Visitor,
  { fixture: { recordServer }, bill }: { fixture: BenchFixture; bill: string },
): Promise<Ready> {
  const input = await readyToPay(visitor, { recordServer, bill })
  if (!input) throw new Error('a bill cannot be paid')
  return { visitor, input }
}

async function payOne({ visitor, input }: Ready, notes: Notes): Promise<void> {
  notes.waitedMs.push(
    await timed(async () => {
      const paid = await pay(visitor, input)
      if (paid.outcome === 'approved') notes.confirmed.push(paid.reference)
      else notes.others.push(paid.title)
    }),
  )
}

function rowsFor(engine: string, outcome: Notes & PaymentTruth): Row[] {
  const { enterMs, payMs, recordMs, waitedMs, confirmed, others, charged, doubles, lost, open } = outcome
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  return [
    {
      what: `payments/s, ${payers} at once, processor with ${delayMs} ms delay, ${engine}`,
      figure: (payers / (payMs / 1000)).toFixed(1),
      target: '',
      how: [
        `from Pay to the confirmation, all in ${seconds(payMs)} s, after all had entered a card in ${seconds(enterMs)} s`,
        `the record server had all of them ${seconds(recordMs)} s later`,
      ],
    },
    {
      what: `  p95 of Pay, ${engine}`,
      figure: `${Math.round(quantile(waitedMs, 0.95))} ms`,
      target: '',
      how: ['as each person waited'],
    },
    {
      what: `  double / lost / open payments, ${engine}`,
      figure: `${doubles} / ${lost} / ${open}`,
      target: '0 / 0 / 0',
      kept: doubles === 0 && lost === 0 && open === 0 && charged === payers && confirmed.length === payers,
      how: [
        `processor, portal and record server compared in every column: ${charged} charged,`,
        `${confirmed.length} confirmed to people, ${others.length} other answers${others.length > 0 ? `: ${[...new Set(others)].join(', ')}` : ''}`,
      ],
    },
  ]
}

import { setTimeout as wait } from 'node:timers/promises'
import { blocksOf } from '../../support/nested-blocks.ts'
import { median, timed, type BenchServices, type Row } from '../measured.ts'
import { openBenchFixture, type BenchFixture } from '../fixture/bench-fixture.ts'
import { addBills, readBills, type Bill } from '../fixture/bills.ts'
import { engineNames, postgresRuns, type Engine } from '../fixture/databases.ts'
import { killOnce, killWithinMs, payersAtOnce, type KillNotes, type Payer } from '../fixture/kills.ts'
import { readPayments, type PaymentTruth } from '../fixture/payment-truth.ts'
import { slowProcessor } from '../fixture/processor.ts'

/** So many that nobody enters twenty cards in an hour. */
const payersFor = (kills: number) => Math.max(12, Math.ceil((kills * payersAtOnce) / 5))
const delayMs = 300
/** The portal looks up a payment that has had no end for a minute. */
const abandonedAfterMs = 61_000
const endedWithinMs = 300_000

/** The portal is killed while people pay, again and again: half of the kills on each engine. */
export async function measureKills(services: BenchServices): Promise<Row[]> {
  const engines: Engine[] = (await postgresRuns()) ? ['pglite', 'postgres'] : ['pglite']
  const rows: Row[] = []
  for (const engine of engines)
    rows.push(...(await killOn(engine, { services, kills: Math.ceil(services.kills / engines.length) })))
  return rows
}

interface Kills {
  services: BenchServices
  kills: number
}

async function killOn(engine: Engine, { services, kills }: Kills): Promise<Row[]> {
  services.say(`${kills} kills on ${engineNames[engine]}`)
  let bills: Bill[] = []
  const fixture = await openBenchFixture(services, {
    engine,
    fill: async (records) => {
      const people = payersFor(kills)
      await addBills(records.db, { people, lines: Math.ceil((kills * payersAtOnce) / people) + 1 })
      bills = await readBills(records)
    },
  })
  try {
    const notes = await killAll(fixture, { bills, services, kills })
    const endMs = await timed(() => untilEnded(fixture))
    await fixture.stop()
    const truth = await readPayments(fixture.databases, notes.confirmed)
    services.say(`  double ${truth.doubles}, lost ${truth.lost}, open ${truth.open}`)
    return rowsFor(engineNames[engine], { kills, endMs, ...notes, ...truth })
  } finally {
    await fixture.stop()
    await fixture.drop()
  }
}

async function killAll(
  fixture: BenchFixture,
  { bills, services, kills }: Kills & { bills: readonly Bill[] },
): Promise<KillNotes> {
  const notes: KillNotes = { pressed: 0, confirmed: [], unanswered: 0, locked: 0, again: 0, others: [], startMs: [] }
  const payers = payersOf(fixture, bills)
  await slowProcessor(fixture, { path: 'cards/api/cc/finalPayment', delayMs })
  await slowProcessor(fixture, { path: 'cards/api/cc/endPayment', delayMs })
  for (let kill = 1; kill <= kills; kill++) {
    await killOnce({ fixture, payers, notes })
    if (kill % 10 === 0) services.say(`  ${kill} kills, ${notes.pressed} payments`)
  }
  return notes
}

function payersOf(fixture: BenchFixture, bills: readonly Bill[]): Payer[] {
  const patients = [...new Set(bills.map(({ patientId }) => patientId))]
  return patients.map((patientId, n) => ({
    signIn: () => fixture.signIn(n),
    bills: bills.filter((bill) => bill.patientId === patientId),
    isUnsure: false,
    entered: 0,
  }))
}

/** Waits until the page of the administrators shows no open payment. */
async function untilEnded(fixture: BenchFixture): Promise<void> {
  await wait(abandonedAfterMs)
  const admin = await fixture.signInAdmin()
  for (const until = Date.now() + endedWithinMs; Date.now() < until; await wait(1000)) {
    const [table] = blocksOf((await admin.region('payments.open')).blocks, 'table')
    if (table?.rows.length === 0) return
  }
}

interface Outcome extends KillNotes, PaymentTruth {
  kills: number
  endMs: number
}

function rowsFor(engine: string, outcome: Outcome): Row[] {
  const { kills, pressed, confirmed, unanswered, locked, again, others, startMs, endMs } = outcome
  const { charged, notCharged, doubles, lost, open } = outcome
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  return [
    {
      what: `double / lost / open payments after ${kills} kills, ${engine}`,
      figure: `${doubles} / ${lost} / ${open}`,
      target: '0 / 0 / 0',
      kept: doubles === 0 && lost === 0 && open === 0 && charged > 0,
      how: [
        `SIGKILL within ${killWithinMs} ms after Pay of ${payersAtOnce} people, processor with ${delayMs} ms delay; ${pressed} times Pay,`,
        `${confirmed.length} confirmed, ${unanswered} without an answer, ${others.length} other answers${others.length > 0 ? `: ${[...new Set(others)].join(', ')}` : ''};`,
        `after a kill ${locked} bills were locked and ${again} paid again; at the end ${charged} charged, ${notCharged} not charged,`,
        'processor, portal and record server compared in every column',
      ],
    },
    {
      what: `  start of the portal after a kill, ${engine}`,
      figure: `${seconds(median(startMs))} s`,
      target: '',
      how: [
        `median, until /ready; at most ${seconds(Math.max(...startMs))} s`,
        `every payment had an end ${seconds(endMs)} s after the last start`,
      ],
    },
  ]
}

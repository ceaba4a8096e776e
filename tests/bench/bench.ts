import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from '../support/build.ts'
import type { BenchServices, Measure, Row } from './measured.ts'
import { measureBilling } from './measures/billing.ts'
import { measureBookings } from './measures/bookings.ts'
import { measureCcda } from './measures/ccda.ts'
import { measureChanges } from './measures/changes.ts'
import { measureDashboard } from './measures/dashboard.ts'
import { measureDraw } from './measures/draw.ts'
import { measureInvoices } from './measures/invoices.ts'
import { measureKills } from './measures/kills.ts'
import { measureLargeRecords } from './measures/large-records.ts'
import { measureLanding } from './measures/landing.ts'
import { measureLighthouse } from './measures/lighthouse.ts'
import { measureLive } from './measures/live.ts'
import { measureNewMessages } from './measures/new-messages.ts'
import { measurePayments } from './measures/payments.ts'
import { measurePatientSearch } from './measures/patient-search.ts'
import { measurePharmacies } from './measures/pharmacies.ts'
import { measureRecordExport } from './measures/record-export.ts'
import { measureRecords } from './measures/records.ts'
import { measureSlotPage } from './measures/slot-page.ts'
import { measureSlots } from './measures/slots.ts'
import { measureVideo } from './measures/video.ts'
import { measureUploads } from './measures/uploads.ts'
import { openBenchFixture, type BenchFixture } from './fixture/bench-fixture.ts'
import { tableOf } from './table.ts'

const measures: Measure[] = [
  { name: 'dashboard', run: measureDashboard },
  { name: 'slot-page', run: measureSlotPage },
  { name: 'live', run: measureLive, needsClient: true },
  { name: 'draw', run: measureDraw },
  { name: 'landing', run: measureLanding, needsClient: true },
  { name: 'lighthouse', run: measureLighthouse, needsClient: true },
  { name: 'bookings', run: measureBookings },
  { name: 'slots', run: measureSlots },
  { name: 'changes', run: measureChanges },
  { name: 'billing', run: measureBilling },
  { name: 'payments', run: measurePayments },
  { name: 'invoices', run: measureInvoices },
  { name: 'records', run: measureRecords },
  { name: 'record-export', run: measureRecordExport },
  { name: 'large-records', run: measureLargeRecords },
  { name: 'pharmacies', run: measurePharmacies },
  { name: 'patient-search', run: measurePatientSearch },
  { name: 'new-messages', run: measureNewMessages, needsClient: true },
  { name: 'ccda', run: measureCcda },
  { name: 'kills', run: measureKills },
  { name: 'uploads', run: measureUploads },
  { name: 'video', run: measureVideo, needsClient: true },
]

/** A longer run counts as hung. */
const atMostMs = 20 * 60_000
/** How long one kill and the next start may take. */
const killMs = 20_000

interface BenchOptions {
  only?: string
  profiles?: string
  kills: number
}

/** `--kills=200` takes about half an hour; without it there are few, so that a whole run stays short. */
function parseOptions(): BenchOptions {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, profiles: { type: 'string' }, kills: { type: 'string', default: '10' } },
  })
  return { ...values, kills: Number(values.kills) }
}

/**
 * Measures the Speed table in one run. Returns false if a measure failed; a missed target is only reported in the
 * table.
 */
async function bench({ only, profiles, kills }: BenchOptions, folder: string): Promise<boolean> {
  const chosen = measures.filter(({ name }) => only === undefined || name === only)
  if (chosen.length === 0)
    throw new Error(`There is no measure "${only}", only ${measures.map(({ name }) => name).join(', ')}.`)
  const where = { folder, profiles: profiles && resolve(profiles) }
  if (where.profiles) mkdirSync(where.profiles, { recursive: true })
  await build('server')
  if (chosen.some(({ needsClient }) => needsClient)) await build('client')
  let shared: Promise<BenchFixture> | undefined
  const say = (text: string) => void process.stderr.write(`${text}\n`)
  const services: BenchServices = { ...where, kills, say, fixture: () => (shared ??= openBenchFixture(where)) }
  const rows: Row[][] = []
  for (const measure of chosen) rows.push(await attempt(measure, services))
  await shared?.then((fixture) => fixture.stop())
  process.stdout.write(`\n${tableOf(rows.flat())}\n`)
  return rows.flat().every(({ figure }) => figure !== broke)
}

const broke = 'broke'

/** A failed measure does not stop the others. */
async function attempt({ name, run }: Measure, services: BenchServices): Promise<Row[]> {
  services.say(`${name} ...`)
  try {
    return await run(services)
  } catch (error) {
    services.say(`${name}: ${error instanceof Error ? error.stack : String(error)}`)
    return [
      {
        what: name,
        figure: broke,
        target: '',
        how: [error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)],
      },
    ]
  }
}

const folder = mkdtempSync(join(tmpdir(), 'portal-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
process.on('SIGINT', () => process.exit(130))
process.on('SIGTERM', () => process.exit(143))
const options = parseOptions()
setTimeout(
  () => {
    process.stderr.write('The bench took too long.\n')
    process.exit(1)
  },
  atMostMs + options.kills * killMs,
).unref()
process.exit((await bench(options, folder)) ? 0 : 1)

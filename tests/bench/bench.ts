import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { BenchTools, Measure, Row } from './measured.ts'
import { measureBookings } from './measures/bookings.ts'
import { measureChanges } from './measures/changes.ts'
import { measureDashboard } from './measures/dashboard.ts'
import { measureDraw } from './measures/draw.ts'
import { measureLanding } from './measures/landing.ts'
import { measureLive } from './measures/live.ts'
import { measureSlotPage } from './measures/slot-page.ts'
import { measureSlots } from './measures/slots.ts'
import { measureVideo } from './measures/video.ts'
import { measureUploads } from './measures/uploads.ts'
import { buildClient } from './stage/client.ts'
import { openStage, type Stage } from './stage/stage.ts'
import { tableOf } from './table.ts'

const measures: Measure[] = [
  { name: 'dashboard', run: measureDashboard },
  { name: 'slot-page', run: measureSlotPage },
  { name: 'live', run: measureLive, needsClient: true },
  { name: 'draw', run: measureDraw },
  { name: 'landing', run: measureLanding, needsClient: true },
  { name: 'bookings', run: measureBookings },
  { name: 'slots', run: measureSlots },
  { name: 'changes', run: measureChanges },
  { name: 'uploads', run: measureUploads },
  { name: 'video', run: measureVideo, needsClient: true },
]

/** A run that takes longer than this hangs. */
const atMostMs = 20 * 60_000

interface Wishes {
  only?: string
  profiles?: string
}

function wishes(): Wishes {
  const { values } = parseArgs({ options: { only: { type: 'string' }, profiles: { type: 'string' } } })
  return values
}

/** Measures the Speed table in one run. False when something broke; a missed target is only a word in the table. */
async function bench({ only, profiles }: Wishes, folder: string): Promise<boolean> {
  const chosen = measures.filter(({ name }) => only === undefined || name === only)
  if (chosen.length === 0)
    throw new Error(`There is no measure "${only}", only ${measures.map(({ name }) => name).join(', ')}.`)
  const where = { folder, profiles: profiles && resolve(profiles) }
  if (where.profiles) mkdirSync(where.profiles, { recursive: true })
  if (chosen.some(({ needsClient }) => needsClient)) buildClient()
  let shared: Promise<Stage> | undefined
  const say = (text: string) => void process.stderr.write(`${text}\n`)
  const tools: BenchTools = { ...where, say, stage: () => (shared ??= openStage(where)) }
  const rows: Row[][] = []
  for (const measure of chosen) rows.push(await attempt(measure, tools))
  await shared?.then((stage) => stage.stop())
  process.stdout.write(`\n${tableOf(rows.flat())}\n`)
  return rows.flat().every(({ figure }) => figure !== broke)
}

const broke = 'broke'

/** What breaks takes nothing else along. */
async function attempt({ name, run }: Measure, tools: BenchTools): Promise<Row[]> {
  tools.say(`${name} ...`)
  try {
    return await run(tools)
  } catch (error) {
    tools.say(`${name}: ${error instanceof Error ? error.stack : String(error)}`)
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
setTimeout(() => {
  process.stderr.write('The bench took too long.\n')
  process.exit(1)
}, atMostMs).unref()
process.exit((await bench(wishes(), folder)) ? 0 : 1)

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { BenchTools, Measure, Row } from './measured.ts'
import { measureBookings } from './measures/bookings.ts'
import { measureDashboard } from './measures/dashboard.ts'
import { tableOf } from './table.ts'

const measures: Measure[] = [
  { name: 'dashboard', run: measureDashboard },
  { name: 'bookings', run: measureBookings },
]

/** A run that takes longer than this hangs. */
const atMostMs = 6 * 60_000

interface Wishes {
  only?: string
  profiles?: string
}

function wishes(): Wishes {
  const { values } = parseArgs({ options: { only: { type: 'string' }, profiles: { type: 'string' } } })
  return values
}

/** Measures the Speed table in one run. Answers false when something broke; a missed target is only a word in the table. */
async function bench({ only, profiles }: Wishes, folder: string): Promise<boolean> {
  const chosen = measures.filter(({ name }) => only === undefined || name === only)
  if (chosen.length === 0) throw new Error(`There is no measure "${only}", only ${measures.map(({ name }) => name).join(', ')}.`)
  if (profiles) mkdirSync(profiles, { recursive: true })
  const tools: BenchTools = { folder, say: (text) => void process.stderr.write(`${text}\n`), profiles: profiles && resolve(profiles) }
  const rows: Row[] = []
  let sound = true
  for (const { name, run } of chosen) {
    try {
      rows.push(...(await run(tools)))
    } catch (error) {
      sound = false
      process.stderr.write(`${name}: ${error instanceof Error ? error.stack : String(error)}\n`)
      rows.push({ what: name, figure: 'broke', target: '', how: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) })
    }
  }
  process.stdout.write(`\n${tableOf(rows)}\n`)
  return sound
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

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'

/** When rules about days and clocks have failed elsewhere; the practices are in New York, Denver and Phoenix. */
const times = [
  ['two minutes before midnight in New York', '2026-12-02T04:58:00Z'],
  ['on a leap day', '2028-02-29T17:00:00Z'],
  ['in the night in which the clocks of New York go forward', '2027-03-14T06:58:00Z'],
  ['in the night in which they go back', '2027-11-07T05:58:00Z'],
] as const

/**
 * Runs the suites `unit` and `http` with the clocks of all processes at these times: `npm run test:clocks`, with the
 * arguments of vitest. Ends with 1 if one of them was red. Browsers and PostgreSQL have clocks of their own, so neither
 * takes part.
 */
const preload = pathToFileURL(join(import.meta.dirname, 'shifted-clock.mjs')).href
const runner = join(import.meta.dirname, 'run-tests.ts')
const red: string[] = []
for (const [name, at] of times) {
  console.log(`\n== ${name} (${at})`)
  const args = [
    '--import',
    'tsx',
    runner,
    '--second-look',
    '--project',
    'unit',
    '--project',
    'http',
    ...process.argv.slice(2),
  ]
  const env = {
    ...process.env,
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${preload}`.trim(),
    TEST_CLOCK_AHEAD_MS: String(Date.parse(at) - Date.now()),
  }
  const [code] = (await once(spawn(process.execPath, args, { stdio: 'inherit', env }), 'exit')) as [number | null]
  if (code !== 0) red.push(name)
}
for (const name of red) console.log(`red: ${name}`)
process.exitCode = red.length === 0 ? 0 : 1

import { Session } from 'node:inspector/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout } from 'node:timers/promises'
import { freeSlots, hold, takeSlot } from '../support/booking.ts'
import { bookedAt, cancel } from '../support/changes.ts'
import { startPortal } from '../support/portal.ts'

/** How much server code one request runs: `npm run walks`. ARCHITECTURE.md shows the figures. */
const root = fileURLToPath(new URL('../..', import.meta.url))
const session = new Session()

interface Walk {
  files: Set<string>
  functions: number
}

/** The files and named functions of the portal, without its sandbox, that ran since the last call. */
async function taken(): Promise<Walk> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const walk: Walk = { files: new Set(), functions: 0 }
  for (const { url, functions } of result) {
    const path = url.startsWith('file:') ? relative(root, fileURLToPath(url)) : ''
    if (!path.startsWith('server/') || path.startsWith('server/sandbox/')) continue
    const run = functions.filter(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0)
    if (run.length === 0) continue
    walk.files.add(path)
    walk.functions += run.length
  }
  return walk
}

/** The first request is not counted, because some code runs only once. */
async function walk(name: string, request: () => Promise<{ status: number }>): Promise<void> {
  await request()
  await setTimeout(1500) // background work has mostly ended then
  await taken()
  const { status } = await request()
  const { files, functions } = await taken()
  process.stdout.write(`${name} (${status}): ${files.size} files, ${functions} functions\n`)
  if (process.argv.includes('--files')) for (const file of [...files].toSorted()) process.stdout.write(`  ${file}\n`)
}

session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
const portal = await startPortal()
try {
  const maria = await portal.signIn('maria.alvarez')
  const slots = await freeSlots(portal, maria)
  const booked = [await bookedAt(portal, maria, takeSlot(slots)), await bookedAt(portal, maria, takeSlot(slots))]
  await walk('open the appointments', () => maria.get('/ui/screens/user/home/appointments'))
  await walk('its list', () => maria.get('/ui/regions/appointments.upcoming?page=1&size=5'))
  await walk('hold a time', () => hold(maria, takeSlot(slots)))
  await walk('cancel an appointment', () => cancel(maria, booked.pop() ?? ''))
} finally {
  await portal.close()
}

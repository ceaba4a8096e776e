import { quantile, type BenchServices, type Row } from '../measured.ts'
import { readChangedCalendar } from '../fixture/calendar.ts'
import { engineNames, postgresRuns, type Engine } from '../fixture/databases.ts'
import { people } from '../fixture/people.ts'
import { findSlotPages } from '../fixture/slot-pages.ts'
import { openBenchFixture, type BenchFixture } from '../fixture/bench-fixture.ts'
import { wander, type WanderNotes } from '../fixture/wanderer.ts'

const seconds = 30

/** All users book, cancel, move and change their mind at random for half a minute, on both engines. */
export async function measureChanges(services: BenchServices): Promise<Row[]> {
  const engines: Engine[] = (await postgresRuns()) ? ['pglite', 'postgres'] : ['pglite']
  const rows: Row[] = []
  for (const engine of engines) rows.push(...(await measureOn(engine, services)))
  return rows
}

async function measureOn(engine: Engine, services: BenchServices): Promise<Row[]> {
  services.say(`changes on ${engineNames[engine]}`)
  const fixture = await openBenchFixture(services, { engine })
  try {
    const { notes, spentMs } = await wanderAll(fixture)
    await fixture.stop()
    const { confirmed: booked, cancelled, moved } = notes
    const truth = await readChangedCalendar(fixture.databases, { booked, cancelled, moved })
    return rowsFor(engineNames[engine], { notes, spentMs, ...truth })
  } finally {
    await fixture.stop()
    await fixture.drop()
  }
}

async function wanderAll(fixture: BenchFixture): Promise<{ notes: WanderNotes; spentMs: number }> {
  const notes: WanderNotes = {
    holdMs: [],
    bookMs: [],
    cancelMs: [],
    moveMs: [],
    taken: 0,
    refused: 0,
    released: 0,
    confirmed: [],
    cancelled: [],
    moved: new Map(),
  }
  const visitors = await Promise.all(fixture.logins.map((_, n) => fixture.signIn(n)))
  const [first] = visitors
  const pages = first ? await findSlotPages(first) : []
  const began = performance.now()
  const untilMs = began + seconds * 1000
  await Promise.all(
    visitors.map(async (visitor, n) => {
      const page = pages[n % pages.length]
      if (!page) throw new Error('no location has a slot page')
      await wander(visitor, { page, notes, untilMs })
    }),
  )
  return { notes, spentMs: performance.now() - began }
}

interface Outcome extends Awaited<ReturnType<typeof readChangedCalendar>> {
  notes: WanderNotes
  spentMs: number
}

function rowsFor(engine: string, { notes, spentMs, booked, doubles, lost }: Outcome): Row[] {
  const perSecond = (count: number) => (count / (spentMs / 1000)).toFixed(1)
  const spent = [notes.holdMs, notes.bookMs, notes.cancelMs, notes.moveMs]
  const p95 = (all: number[]) => (all.length === 0 ? 'none' : quantile(all, 0.95).toFixed(0))
  const [holds, books, cancels, moves] = spent.map(({ length }) => length)
  return [
    {
      what: `bookings/s, ${people} people changing their minds, ${engine}`,
      figure: perSecond(notes.confirmed.length),
      target: '',
      how: [
        `${holds} holds, ${books} bookings, ${cancels} cancelled, ${moves} moved, ${notes.released} let go in ${(spentMs / 1000).toFixed(0)} s`,
        `${notes.taken} times taken meanwhile, ${notes.refused} requests sent again`,
      ],
    },
    {
      what: `  p95 of hold / book / cancel / move, ${engine}`,
      figure: `${spent.map(p95).join(' / ')} ms`,
      target: '',
      how: ['as each person waited'],
    },
    {
      what: `  double / lost, ${engine}`,
      figure: `${doubles} / ${lost}`,
      target: '0 / 0',
      kept: doubles === 0 && lost === 0 && booked === notes.confirmed.length,
      how: [
        `in the record server's database: ${booked} appointments of ${notes.confirmed.length} that were confirmed to users;`,
        'every time, cancellation and five-minute unit of them compared with what was confirmed to users',
      ],
    },
  ]
}

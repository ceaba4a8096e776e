import { timed, quantile, type BenchServices, type Row } from '../measured.ts'
import { readCalendar } from '../fixture/calendar.ts'
import { bookOne, type CrowdNotes } from '../fixture/crowd.ts'
import { engineNames, postgresRuns, type Engine } from '../fixture/databases.ts'
import { people } from '../fixture/people.ts'
import { findSlotPages } from '../fixture/slot-pages.ts'
import { openBenchFixture, type BenchFixture } from '../fixture/bench-fixture.ts'

/** Row 7: all users book at once, on both engines. */
export async function measureBookings(services: BenchServices): Promise<Row[]> {
  const onPglite = await measureOn('pglite', services)
  if (await postgresRuns()) return [...onPglite, ...(await measureOn('postgres', services))]
  return [
    ...onPglite,
    {
      what: `bookings/s, ${people} at once, PostgreSQL`,
      figure: 'skipped',
      target: '',
      how: ['no server at 127.0.0.1:5432'],
    },
  ]
}

async function measureOn(engine: Engine, services: BenchServices): Promise<Row[]> {
  services.say(`bookings on ${engineNames[engine]}`)
  const fixture = await openBenchFixture(services, { engine })
  services.say('  both servers are ready')
  try {
    const crowd = await bookAll(fixture, services)
    await fixture.stop()
    const truth = await readCalendar(fixture.databases, crowd.notes.confirmed)
    return rowsFor(engineNames[engine], { ...crowd, ...truth })
  } finally {
    await fixture.stop()
    await fixture.drop()
  }
}

interface Crowd {
  notes: CrowdNotes
  signInMs: number
  bookMs: number
}

/** All users sign in before the first one searches for a time, so that their bookings really compete. */
async function bookAll(fixture: BenchFixture, { say }: BenchServices): Promise<Crowd> {
  const notes: CrowdNotes = { holdMs: [], bookMs: [], taken: 0, refused: 0, confirmed: [] }
  const began = performance.now()
  const visitors = await Promise.all(fixture.logins.map((_, n) => fixture.signIn(n)))
  const signInMs = performance.now() - began
  say(`  ${people} people are signed in`)
  const [first] = visitors
  const pages = first ? await findSlotPages(first) : []
  const bookMs = await timed(() =>
    Promise.all(
      visitors.map(async (visitor, n) => {
        const page = pages[n % pages.length]
        if (!page) throw new Error('no location has a slot page')
        await bookOne(visitor, { page, notes })
      }),
    ),
  )
  return { notes, signInMs, bookMs }
}

function rowsFor(
  engine: string,
  { notes, signInMs, bookMs, booked, doubles, lost }: Crowd & Awaited<ReturnType<typeof readCalendar>>,
): Row[] {
  const p95 = (all: number[]) => `${Math.round(quantile(all, 0.95))} ms`
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  return [
    {
      what: `bookings/s, ${people} at once, ${engine}`,
      figure: (people / (bookMs / 1000)).toFixed(1),
      target: '',
      how: [
        `slot page, hold, book in ${seconds(bookMs)} s, after all had signed in within ${seconds(signInMs)} s`,
        `${notes.taken} times taken meanwhile, ${notes.refused} requests sent again`,
      ],
    },
    {
      what: `  p95 of hold / book, ${engine}`,
      figure: `${p95(notes.holdMs)} / ${p95(notes.bookMs)}`,
      target: '',
      how: [`of ${notes.holdMs.length} holds and ${notes.bookMs.length} bookings, as each person waited`],
    },
    {
      what: `  double / lost bookings, ${engine}`,
      figure: `${doubles} / ${lost}`,
      target: '0 / 0',
      kept: doubles === 0 && lost === 0 && booked === people,
      how: [
        `in the record server's database: ${booked} appointments of ${notes.confirmed.length} that were confirmed to users`,
      ],
    },
  ]
}

import { timed, quantile, type BenchTools, type Row } from '../measured.ts'
import { readCalendar } from '../stage/calendar.ts'
import { bookOne, type CrowdNotes } from '../stage/crowd.ts'
import { engineNames, postgresRuns, type Engine } from '../stage/databases.ts'
import { people } from '../stage/people.ts'
import { findSlotPages } from '../stage/slot-pages.ts'
import { openStage, type Stage } from '../stage/stage.ts'

/** Row 7: everybody books at once, on both engines. */
export async function measureBookings(tools: BenchTools): Promise<Row[]> {
  const onPglite = await measureOn('pglite', tools)
  if (await postgresRuns()) return [...onPglite, ...(await measureOn('postgres', tools))]
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

async function measureOn(engine: Engine, tools: BenchTools): Promise<Row[]> {
  tools.say(`bookings on ${engineNames[engine]}`)
  const stage = await openStage(tools, { engine })
  tools.say('  both servers are ready')
  try {
    const crowd = await bookAll(stage, tools)
    await stage.stop()
    const truth = await readCalendar(stage.databases, crowd.notes.told)
    return rowsFor(engineNames[engine], { ...crowd, ...truth })
  } finally {
    await stage.stop()
    await stage.drop()
  }
}

interface Crowd {
  notes: CrowdNotes
  signInMs: number
  bookMs: number
}

/** Everybody is signed in before the first one looks for a time, so that they really meet. */
async function bookAll(stage: Stage, { say }: BenchTools): Promise<Crowd> {
  const notes: CrowdNotes = { holdMs: [], bookMs: [], taken: 0, refused: 0, told: [] }
  const began = performance.now()
  const visitors = await Promise.all(stage.logins.map((_, n) => stage.signIn(n)))
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
      how: [`in the record server's database: ${booked} appointments of ${notes.told.length} that people were told`],
    },
  ]
}

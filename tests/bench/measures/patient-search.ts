import { sql } from 'drizzle-orm'
import { Agent, request } from 'undici'
import { openBenchFixture } from '../fixture/bench-fixture.ts'
import { practice } from '../fixture/people.ts'
import type { Visitor } from '../fixture/visitor.ts'
import { atMost, quantile, timed, type BenchServices, type Row } from '../measured.ts'

const patients = 200_000
const pairs = 240
const warmUps = 24

/** What the front desk types: names in any order, the beginning of one, a birth date, a phone number, an address, a number. */
const texts: ((turn: number) => string)[] = [
  (turn) => `Family${turn * 41 + 3}, First${turn}`,
  (turn) => `first${turn} family${turn * 7}`,
  (turn) => `family${turn} ${1 + (turn % 12)}/${1 + (turn % 28)}/19${50 + (turn % 50)}`,
  (turn) => String(5_550_000_001 + turn * 523),
  (turn) => `patient${turn * 311 + 5}@example.com`,
  (turn) => `BENCH-${turn * 617 + 9}`,
]

/** The search for a patient among many, compared with the call to the record server that the portal makes for it. */
export async function measurePatientSearch(services: BenchServices): Promise<Row[]> {
  const fixture = await openBenchFixture(services, {
    fill: async ({ db }) => {
      await db.execute(
        sql`insert into patients (practice, emrid, first_name, last_name, dob, gender, cell_phone, email)
          select ${practice}, 'BENCH-' || n, 'First' || n % 997, 'Family' || n % 9973,
            make_date(1940 + n % 80, 1 + n % 12, 1 + n % 28), 1 + n % 3, (5550000000 + n)::text,
            'patient' || n || '@example.com'
          from generate_series(1, ${patients}::int) n`,
      )
      await db.execute(sql`analyze patients`)
    },
  })
  const agent = new Agent({ connections: 8 })
  const fromRecords = async (text: string) => {
    const { statusCode, body } = await request(`${fixture.recordServer}/${practice}/api/Patient/Search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ Text: text, Page: 1, PageSize: 10 }),
      dispatcher: agent,
    })
    if (statusCode !== 200) throw new Error(`the record server answered ${statusCode}`)
    return body.text()
  }
  try {
    const admin = await fixture.signInAdmin()
    const searches = await kept(admin)
    const spent = { directly: [] as number[], portal: [] as number[] }
    for (let turn = 0; turn < warmUps + pairs; turn++) {
      const { text, region } = searches[turn % searches.length] ?? { text: '', region: '' }
      const fromPortal = () => admin.region(region)
      // Neither is always the first: what one has read is warm for the other.
      const isPortalFirst = turn % 2 === 0
      const before = isPortalFirst ? undefined : await timed(() => fromRecords(text))
      const one = await timed(fromPortal)
      const other = before ?? (await timed(() => fromRecords(text)))
      if (turn < warmUps) continue
      spent.portal.push(one)
      spent.directly.push(other)
    }
    return [rowOf(spent)]
  } finally {
    await agent.close()
    await fixture.stop()
    await fixture.drop()
  }
}

/** A search leads to an address that keeps it. As many as one person may make in a minute. */
async function kept(admin: Visitor): Promise<{ text: string; region: string }[]> {
  const searches: { text: string; region: string }[] = []
  for (let turn = 0; turn < 24; turn++) {
    const text = texts[turn % texts.length]?.(turn) ?? ''
    const [to] = await admin.act('findPatient.byText', { text })
    if (to?.type !== 'navigate') throw new Error('a search leads to its results')
    const { searchParams } = new URL(to.to, 'http://portal')
    const search = new URLSearchParams({ search: searchParams.get('search') ?? '', page: '1', size: '10' })
    searches.push({ text, region: `findPatient.results?${search}` })
  }
  return searches
}

function rowOf({ portal, directly }: { portal: number[]; directly: number[] }): Row {
  const at = (part: number) => `${quantile(portal, part).toFixed(1)} ms ÷ ${quantile(directly, part).toFixed(1)} ms`
  return {
    what: `search among ${patients} patients: p95 ÷ record server directly`,
    ...atMost(quantile(portal, 0.95) / quantile(directly, 0.95), 1.3),
    how: [
      `${at(0.95)}; medians ${at(0.5)}`,
      `${pairs} searches of several kinds, alternating with the call that the portal makes for each`,
    ],
  }
}

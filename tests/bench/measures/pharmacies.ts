import { sql } from 'drizzle-orm'
import { Agent, request } from 'undici'
import { openBenchFixture } from '../fixture/bench-fixture.ts'
import { practice } from '../fixture/people.ts'
import { atMost, quantile, timed, type BenchServices, type Row } from '../measured.ts'

const pharmacies = 60_000
const pairs = 200
const warmUps = 20
/** A patient of the demo practice. */
const person = 102

type Search = Record<string, string>

/** What people enter: one of a chain by its number, a chain in a town or a state, a place, an address, a number. */
const exact: ((turn: number) => Search)[] = [
  (turn) => ({ Name: `walgreens pharmacy #${turn * 50 + 5}` }),
  (turn) => ({ Zip: String(10_001 + turn * 113) }),
  (turn) => ({ Name: 'Safeway', City: `Town ${turn * 5 + 3}` }),
  (turn) => ({ Name: 'carrs', State: 'CO', City: `Town ${turn}` }),
  (turn) => ({ Address: `${turn * 131 + 1} Main` }),
  (turn) => ({ Phone: String(5_550_000_001 + turn * 151) }),
  () => ({ Name: 'pharmacy' }),
]
const misspelled: ((turn: number) => Search)[] = [
  (turn) => ({ Name: `Walgrens #${turn * 50 + 5}x` }),
  (turn) => ({ Name: 'Savewey', City: `Town ${turn * 5 + 3}` }),
  (turn) => ({ Name: 'carrs', Zip: String(90_001 + turn * 7) }),
]

/** The search among many pharmacies, compared with the calls to the record server that the portal makes for it. */
export async function measurePharmacies(services: BenchServices): Promise<Row[]> {
  const fixture = await openBenchFixture(services, {
    fill: async ({ db }) => {
      await db.execute(
        sql`insert into pharmacies (practice, rcopia_id, ncpdp_id, name, address, city, state, zip, phone, fax)
          select ${practice}, 'bench-' || n, '99' || n, (array['Walgreens', 'CVS', 'Carrs', 'Safeway', 'Riverbend'])[1 + n % 5]
              || ' Pharmacy #' || n, n || ' Main Street', 'Town ' || n % 3000, (array['NY', 'NJ', 'CO', 'AK', 'CA'])[1 + n % 5],
            lpad((10000 + n % 40000)::text, 5, '0'), (5550000000 + n)::text, ''
          from generate_series(1, ${pharmacies}::int) n`,
      )
      await db.execute(sql`analyze pharmacies`)
    },
  })
  const { recordServer, signIn } = fixture
  const agent = new Agent({ connections: 8 })
  const ask = async (path: string, method: 'GET' | 'POST' = 'GET') =>
    (await request(recordServer + path, { method, dispatcher: agent })).body.text()
  const compare = async (searches: typeof exact) => {
    const visitor = await signIn(person)
    const spent = { directly: [] as number[], portal: [] as number[] }
    for (let turn = 0; turn < warmUps + pairs; turn++) {
      const search = searches[turn % searches.length]?.(turn) ?? {}
      const entered = new URLSearchParams(Object.entries(search).map(([part, text]) => [part.toLowerCase(), text]))
      const fromPortal = () => visitor.get(`/ui/regions/myRecords.pharmacies?${entered}`)
      await ask('/bench/calls')
      await fromPortal()
      const calls = JSON.parse(await ask('/bench/calls')) as string[] // record-server.ts returns a list of paths
      const [help, atOnce] = [true, false].map((isHelp) => calls.filter((call) => call.includes('Suggest') === isHelp))
      const fromRecords = async () => {
        const find = `/${practice}/api/findPharmacy?${new URLSearchParams(search)}`
        await Promise.all([ask(find, 'POST'), ...(atOnce ?? []).map((call) => ask(call))])
        await Promise.all((help ?? []).map((call) => ask(call)))
      }
      // Neither is always the first: what one has read is warm for the other.
      const isPortalFirst = turn % 2 === 0
      const before = isPortalFirst ? undefined : await timed(fromRecords)
      const one = await timed(fromPortal)
      const other = before ?? (await timed(fromRecords))
      if (turn < warmUps) continue
      spent.portal.push(one)
      spent.directly.push(other)
    }
    return spent
  }
  try {
    return [rowOf('search', await compare(exact)), rowOf('search with a typo', await compare(misspelled))]
  } finally {
    await agent.close()
    await fixture.stop()
    await fixture.drop()
  }
}

function rowOf(what: string, { portal, directly }: { portal: number[]; directly: number[] }): Row {
  const at = (part: number) => `${quantile(portal, part).toFixed(1)} ms ÷ ${quantile(directly, part).toFixed(1)} ms`
  return {
    what: `${what} among ${pharmacies} pharmacies: p95 ÷ record server directly`,
    ...atMost(quantile(portal, 0.95) / quantile(directly, 0.95), 1.3),
    how: [
      `${at(0.95)}; medians ${at(0.5)}`,
      `${pairs} searches of several kinds, alternating with the calls that the portal makes for each`,
    ],
  }
}

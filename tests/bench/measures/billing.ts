import { Agent, request } from 'undici'
import { billContentOf } from '../draw/bill-content.ts'
import { openBenchFixture, type BenchFixture } from '../fixture/bench-fixture.ts'
import { addBills } from '../fixture/bills.ts'
import { drawTwice } from '../fixture/drawing.ts'
import { atMost, median, timed, type BenchServices, type Row } from '../measured.ts'

const screenPath = '/user/home/Billing'
const region = 'billing.charges'
const pairs = 200
const warmUps = 20
/** Two patients whom the demo practice has not billed. */
const short = { skip: 100, lines: 60 } as const
const long = { skip: 101, lines: 1000, perVisit: 5 } as const

/** The Billing page: the time of the server for a long bill, and of the client for a very long one. */
export async function measureBilling(services: BenchServices): Promise<Row[]> {
  const fixture = await openBenchFixture(services, {
    fill: async ({ db }) => {
      await addBills(db, { people: 1, ...short })
      await addBills(db, { people: 1, ...long })
    },
  })
  try {
    return [await askBoth(fixture), await drawBoth(fixture, services)]
  } finally {
    await fixture.stop()
    await fixture.drop()
  }
}

/** The portal's bills, compared with a direct call to the record server that the portal also makes. */
async function askBoth({ recordServer, signIn }: BenchFixture): Promise<Row> {
  const visitor = await signIn(short.skip)
  const agent = new Agent({ connections: 8 })
  const ask = async (path: string) => (await request(recordServer + path, { dispatcher: agent })).body.text()
  await visitor.get(`/ui/regions/${region}`)
  await ask('/bench/calls')
  const { text } = await visitor.get(`/ui/regions/${region}`)
  const calls = JSON.parse(await ask('/bench/calls')) as string[] // record-server.ts returns a list of paths
  const directly = () => Promise.all(calls.map((call) => ask(call)))
  const spent = { directly: [] as number[], portal: [] as number[] }
  for (let round = -warmUps; round < pairs; round++) {
    const [one, two] = [await timed(directly), await timed(() => visitor.get(`/ui/regions/${region}`))]
    if (round < 0) continue
    spent.directly.push(one)
    spent.portal.push(two)
  }
  await agent.close()
  const ms = (of: number[]) => `${median(of).toFixed(1)} ms`
  return {
    what: `Billing with ${short.lines} lines ÷ record server directly`,
    ...atMost(median(spent.portal) / median(spent.directly), 1.5),
    how: [
      `${ms(spent.portal)} ÷ ${ms(spent.directly)}; ${calls.length} call${calls.length === 1 ? '' : 's'} to the record server, ${text.length} bytes`,
      `medians of ${pairs} alternating, one after the other`,
    ],
  }
}

async function drawBoth({ signIn }: BenchFixture, { folder }: BenchServices): Promise<Row> {
  const visitor = await signIn(long.skip)
  const screen = await visitor.screen(screenPath)
  const bill = await visitor.region(region)
  const blocks = screen.blocks.map((block) =>
    block.kind === 'region' ? { kind: 'stack' as const, id: block.id, blocks: bill.blocks } : block,
  )
  const { ratio, how, rounds } = await drawTwice({
    folder,
    screen: JSON.stringify({ ...screen, blocks }),
    page: 'bill',
    content: JSON.stringify(billContentOf(screen, bill)),
  })
  return {
    what: `drawing Billing with ${long.lines} lines ÷ by hand with antd`,
    ...atMost(ratio, 1.3),
    how: [
      how,
      `${long.lines / long.perVisit} visits, from the call to painted, medians of ${rounds} alternating in Chromium`,
    ],
  }
}

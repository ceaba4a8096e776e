import { Agent, request } from 'undici'
import { atMost, median, timed, type BenchServices, type Row } from '../measured.ts'
import { findSlotPages, freeTimesIn } from '../fixture/slot-pages.ts'

const pairs = 200
const warmUps = 20

/** Row 3: the portal's times, compared with a direct call to the record server that the portal also makes. */
export async function measureSlotPage(services: BenchServices): Promise<Row[]> {
  const { recordServer, signIn } = await services.fixture()
  const visitor = await signIn(1)
  const [page] = await findSlotPages(visitor)
  if (!page) throw new Error('no location has a slot page')
  const times = freeTimesIn(await visitor.region(page.src)).length
  const agent = new Agent({ connections: 8 })
  const ask = async (path: string) => (await request(recordServer + path, { dispatcher: agent })).body.text()
  await ask('/bench/calls')
  await visitor.region(page.src)
  const calls = JSON.parse(await ask('/bench/calls')) as string[] // record-server.ts returns a list of paths
  if (calls.length === 0) throw new Error('the portal sent no request to the record server')
  const directly = () => Promise.all(calls.map((call) => ask(call)))
  const region = () => visitor.get(`/ui/regions/${page.src}`)
  const whole = () => Promise.all([visitor.get(`/ui/screens${page.path}`), region()])
  const spent = { directly: [] as number[], region: [] as number[], whole: [] as number[] }
  for (let round = -warmUps; round < pairs; round++) {
    const [one, two, three] = [await timed(directly), await timed(region), await timed(whole)]
    if (round < 0) continue
    spent.directly.push(one)
    spent.region.push(two)
    spent.whole.push(three)
  }
  await agent.close()
  const ms = (of: number[]) => `${median(of).toFixed(1)} ms`
  const against = (of: number[]) => `${ms(of)} ÷ ${ms(spent.directly)}`
  const call = `${calls.length} call${calls.length === 1 ? '' : 's'} to the record server`
  return [
    {
      what: 'slot page: the portal’s times ÷ record server directly',
      ...atMost(median(spent.region) / median(spent.directly), 1.5),
      how: [
        `${against(spent.region)}; ${call}, ${times} times on the page`,
        `medians of ${pairs} alternating, one after the other`,
      ],
    },
    {
      what: '  screen and times together ÷ record server directly',
      figure: (median(spent.whole) / median(spent.directly)).toFixed(2),
      target: '',
      how: [`${against(spent.whole)}; both requested at once`],
    },
  ]
}

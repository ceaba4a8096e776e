import autocannon from 'autocannon'
import { atLeast, median, type BenchServices, type Row } from '../measured.ts'
import { openBare } from '../fixture/bare.ts'

const path = '/ui/screens/user/home/dashboard'
const rounds = 12
const secondsEach = 1
const connections = 10

interface Target {
  url: string
  headers: Record<string, string>
  status: 200 | 304
}

/** Rows 1 and 2: the overhead of the portal over a bare Fastify route behind the same sessions. */
export async function measureDashboard(services: BenchServices): Promise<Row[]> {
  const { origin, signIn } = await services.fixture()
  const visitor = await signIn(0)
  const { text, etag } = await visitor.get(path)
  const bare = await openBare(services.folder, text)
  const cookie = visitor.cookie()
  const screen: Target = { url: origin + path, headers: { cookie }, status: 200 }
  const conditional: Target = { ...screen, headers: { cookie, 'if-none-match': etag }, status: 304 }
  const route: Target = { url: `${bare.origin}/signed-in`, headers: { cookie: bare.cookie }, status: 200 }
  try {
    return await compare(services, { screen, conditional, route, bytes: text.length })
  } finally {
    await bare.stop()
  }
}

interface Targets {
  screen: Target
  conditional: Target
  route: Target
  bytes: number
}

async function compare({ say }: BenchServices, { screen, conditional, route, bytes }: Targets): Promise<Row[]> {
  const sides = [
    { target: route, results: [] as number[] },
    { target: screen, results: [] as number[] },
    { target: conditional, results: [] as number[] },
  ] as const
  for (const { target } of sides) await perSecond(target) // warm-up
  for (let round = 0; round < rounds; round++) {
    if (round % 4 === 0) say(`dashboard, round ${round + 1} of ${rounds}`)
    // Each goes first equally often, so that none always gets the quiet moment.
    for (let turn = 0; turn < sides.length; turn++) {
      const side = sides[(round + turn) % sides.length]
      if (side) side.results.push(await perSecond(side.target))
    }
  }
  const [bare, full, unchanged] = sides.map(({ results }) => results) as [number[], number[], number[]] // in the order of `sides`
  const ratio = (of: number[]) => median(of.map((value, round) => value / (bare[round] ?? Number.NaN)))
  const how = (of: number[]) => [
    `${Math.round(median(of))}/s ÷ ${Math.round(median(bare))}/s; ${bytes} bytes, PGlite`,
    `${connections} connections, medians of ${rounds} alternating rounds of ${secondsEach} s`,
  ]
  return [
    { what: 'dashboard screen ÷ bare route with sessions', ...atLeast(ratio(full), 0.4), how: how(full) },
    { what: 'dashboard screen as 304 ÷ the same bare route', ...atLeast(ratio(unchanged), 0.6), how: how(unchanged) },
  ]
}

async function perSecond({ url, headers, status }: Target): Promise<number> {
  const { requests, duration, errors, statusCodeStats } = await autocannon({
    url,
    headers,
    connections,
    duration: secondsEach,
  })
  const expected = statusCodeStats?.[`${status}`]?.count ?? 0
  if (errors > 0 || expected !== requests.total)
    throw new Error(`${url}: not every response was ${status} (${JSON.stringify(statusCodeStats)})`)
  return expected / duration
}

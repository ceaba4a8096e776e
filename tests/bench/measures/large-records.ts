import { sql } from 'drizzle-orm'
import { openBenchFixture, type BenchFixture } from '../fixture/bench-fixture.ts'
import { answersUntil } from '../fixture/beside.ts'
import { memoryOf } from '../fixture/memory.ts'
import { practice } from '../fixture/people.ts'
import { atMost, quantile, type BenchServices, type Row } from '../measured.ts'

/** Patients of the demo practice: ten with the largest record that the portal reads, and somebody else. */
const [first, atOnce, other] = [110, 10, 130]
/** The portal reads up to 10 MB. */
const mostBytes = 9.9 * 1_048_576
const mostMb = 200
const quietMs = 5000

/** Ten visit records of 10 MB as PDF at once: what somebody else's dashboard costs meanwhile, and the memory. */
export async function measureLargeRecords(services: BenchServices): Promise<Row[]> {
  const fixture = await openBenchFixture(services, {
    fill: async ({ db }) => {
      const owners = sql`(select patient_n from patients where practice = ${practice} order by patient_n
        limit ${atOnce} offset ${first})`
      const own = sql`(select xml from visit_records where practice = ${practice} order by ccda_id limit 1)`
      const section = sql`substring(xml from '<component>\\s*<section>.*?</section>\\s*</component>')`
      const large = sql`replace(xml, part, repeat(part, (${mostBytes}::float8 / octet_length(part))::int - 2))`
      await db.execute(
        sql`insert into visit_records (practice, patient_n, created_on, xml)
          select ${practice}, patient_n, current_date - 3, ${large}
          from ${owners} owners, lateral (select xml, ${section} as part from ${own} one) as document`,
      )
    },
  })
  try {
    return await tenAtOnce(fixture)
  } finally {
    await fixture.stop()
    await fixture.drop()
  }
}

async function tenAtOnce({ signIn, portalPid }: BenchFixture): Promise<Row[]> {
  const visitor = await signIn(other)
  const owners = await Promise.all(Array.from({ length: atOnce }, (_, n) => signIn(first + n)))
  const addresses = await Promise.all(
    owners.map(async (owner) => {
      const { text } = await owner.get('/ui/regions/myRecords.visits')
      const [address] = /\/user\/home\/Myrecord\/visits\/\d+\/pdf/.exec(text) ?? []
      if (address === undefined) throw new Error(`no visit record: ${text.slice(0, 300)}`)
      return address
    }),
  )
  await answersUntil(visitor, AbortSignal.timeout(2000)) // warm-up
  const without = await answersUntil(visitor, AbortSignal.timeout(quietMs))
  const before = memoryOf(portalPid)
  let peak = before
  const watching = setInterval(() => (peak = Math.max(peak, memoryOf(portalPid))), 20)
  const running = new AbortController()
  const meanwhile = answersUntil(visitor, running.signal)
  const began = performance.now()
  const answers = await Promise.all(owners.map((owner, n) => owner.get(addresses[n] ?? '')))
  const seconds = (performance.now() - began) / 1000
  running.abort()
  const during = await meanwhile
  clearInterval(watching)
  const outcomes = answers.map(({ status, text }) => `${status}${status === 200 ? '' : ` ${text.slice(0, 80)}`}`)
  const ms = (of: number[]) => `p50 ${quantile(of, 0.5).toFixed(1)}, p95 ${quantile(of, 0.95).toFixed(1)} ms`
  return [
    {
      what: `another person's dashboard while ten records of 10 MB become PDFs: p50 ÷ without`,
      ...atMost(quantile(during, 0.5) / quantile(without, 0.5), 1.5),
      how: [
        `${ms(during)} ÷ ${ms(without)}; ${during.length} and ${without.length} answers, one after the other`,
        `the ten took ${seconds.toFixed(1)} s: ${[...new Set(outcomes)].join(', ')}`,
      ],
    },
    {
      what: "  growth of the portal's memory",
      figure: `${(peak - before).toFixed(0)} MB`,
      target: `< ${mostMb} MB`,
      kept: peak - before < mostMb,
      how: [`most resident memory, every 20 ms, from ${before.toFixed(0)} MB`],
    },
  ]
}

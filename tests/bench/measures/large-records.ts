import { sql } from 'drizzle-orm'
import { openBenchFixture, type BenchFixture } from '../fixture/bench-fixture.ts'
import { answersUntil } from '../fixture/beside.ts'
import { memoryOf } from '../fixture/memory.ts'
import { practice } from '../fixture/people.ts'
import type { Visitor } from '../fixture/visitor.ts'
import { atMost, quantile, type BenchServices, type Row } from '../measured.ts'

/** Patients of the demo practice: ten with the largest record that the portal reads, and somebody else. */
const [first, atOnce, other] = [110, 10, 130]
const paragraph = `<paragraph>${'The patient was seen today and is well. '.repeat(50)}</paragraph>`
const entry =
  '<entry><observation classCode="OBS" moodCode="EVN"><code code="8302-2"/><value value="177"/></observation></entry>'
/** The portal reads 1,000,000 characters of text, in a file of 10 MB. */
const paragraphs = 490
const entries = Math.floor((9.8 * 1_048_576 - paragraphs * paragraph.length) / entry.length)
const mostMb = 200
const quietMs = 5000

/** Ten visit records of 10 MB as PDF at once: what somebody else's dashboard costs meanwhile, and the memory. */
export async function measureLargeRecords(services: BenchServices): Promise<Row[]> {
  const fixture = await openBenchFixture(services, {
    fill: async ({ db }) => {
      const people = (limit: number, offset: number) =>
        sql`(select patient_n from patients where practice = ${practice} order by patient_n limit ${limit} offset ${offset})`
      const own = sql`(select xml from visit_records where practice = ${practice} order by ccda_id limit 1)`
      const withText = sql`regexp_replace(xml, '<text>', '<text>' || repeat(${paragraph}, ${paragraphs}::int))`
      const large = sql`regexp_replace(${withText}, '</section>', repeat(${entry}, ${entries}::int) || '</section>')`
      await db.execute(
        sql`insert into visit_records (practice, patient_n, created_on, xml)
          select ${practice}, patient_n, current_date - 3, ${large}
          from ${people(atOnce, first)} owners, lateral ${own} as document`,
      )
      await db.execute(
        sql`insert into visit_records (practice, patient_n, created_on, xml)
          select ${practice}, patient_n, current_date - 3, xml
          from ${people(1, other)} owner, lateral ${own} as document`,
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
  await visitor.get(await recordOf(visitor)) // begins the thread
  const owners = await Promise.all(Array.from({ length: atOnce }, (_, n) => signIn(first + n)))
  const addresses = await Promise.all(owners.map((owner) => recordOf(owner)))
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

/** Returns the address of the PDF of somebody's latest visit record. */
async function recordOf(visitor: Visitor): Promise<string> {
  const { text } = await visitor.get('/ui/regions/myRecords.visits')
  const [address] = /\/user\/home\/Myrecord\/visits\/\d+\/pdf/.exec(text) ?? []
  if (address === undefined) throw new Error(`no visit record: ${text.slice(0, 300)}`)
  return address
}

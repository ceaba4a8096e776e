import { sql } from 'drizzle-orm'
import { openBenchFixture, type BenchFixture } from '../fixture/bench-fixture.ts'
import { answersUntil } from '../fixture/beside.ts'
import { practice } from '../fixture/people.ts'
import { atMost, quantile, timed, type BenchServices, type Row } from '../measured.ts'

/** Patients of the demo practice: the one with a large record, and somebody else. */
const [large, other] = [104, 105]
const results = 400
const documents = 150
const visitRecords = 60
const state = '/ui/regions/recordExport.state'

const patient = sql`(select patient_n from patients where practice = ${practice} order by patient_n limit 1 offset ${large})`

/** The record of a patient as a file: how long it takes, and how much slower the portal answers somebody else meanwhile. */
export async function measureRecordExport(services: BenchServices): Promise<Row[]> {
  const fixture = await openBenchFixture(services, {
    fill: async ({ db }) => {
      await db.execute(
        sql`insert into test_results (practice, patient_n, source_id, test_type, physician, test_date, released_at,
            is_pending_review, annotation, conclusion, has_document)
          select ${practice}, ${patient}, 'bench ' || n, 'Lipid panel', 'Grace Kim', current_date - n, now(), false,
            '<p>' || repeat('words ', 40) || '</p>', '', false
          from generate_series(1, ${results}::int) n`,
      )
      await db.execute(
        sql`insert into test_observations (practice, document_n, place, code, name, value, value_text, unit,
            reference_low, reference_high, reference_text, flag, taken_at)
          select ${practice}, document_n, at, '2093-' || at, 'Value ' || at, 5.1, '5.10', 'mg/dL', 1, 9, '', 'N', now()
          from test_results, generate_series(1, 5) at where practice = ${practice} and patient_n = ${patient}`,
      )
      await db.execute(
        sql`insert into clinical_documents (practice, patient_n, category_n, category_label, session_date, is_complete, content)
          select ${practice}, ${patient}, category_n, category_label, current_date - n, true, content
          from generate_series(1, ${documents}::int) n,
            lateral (select * from clinical_documents where practice = ${practice} order by session_n limit 1) as one`,
      )
      await db.execute(
        sql`insert into visit_records (practice, patient_n, created_on, xml)
          select ${practice}, ${patient}, current_date - n, xml
          from generate_series(1, ${visitRecords}::int) n,
            lateral (select xml from visit_records where practice = ${practice} order by ccda_id limit 1) as one`,
      )
    },
  })
  try {
    return await exportBeside(fixture)
  } finally {
    await fixture.stop()
    await fixture.drop()
  }
}

async function exportBeside({ signIn }: BenchFixture): Promise<Row[]> {
  const [owner, visitor] = [await signIn(large), await signIn(other)]
  const warmUp = new AbortController()
  setTimeout(() => warmUp.abort(), 2_000)
  await answersUntil(visitor, warmUp.signal)
  const quiet = new AbortController()
  setTimeout(() => quiet.abort(), 5_000)
  const without = await answersUntil(visitor, quiet.signal)
  const running = new AbortController()
  const meanwhile = answersUntil(visitor, running.signal)
  const took = await timed(async () => {
    await owner.act('recordExport.prepare', {})
    while (!(await owner.get(state)).text.includes('Your record is ready')) await pause(200)
  })
  running.abort()
  const during = await meanwhile
  const { text } = await owner.get(state)
  const sizes = [...text.matchAll(/\(([^()]*[KM]B)\)/g)].map(([, size]) => size)
  const p95 = (of: number[]) => quantile(of, 0.95)
  const ms = (of: number[]) => `p50 ${quantile(of, 0.5).toFixed(1)}, p95 ${p95(of).toFixed(1)} ms`
  return [
    {
      what: 'record as a file',
      figure: `${(took / 1000).toFixed(1)} s`,
      target: '',
      how: [
        `${results} test results of 5 values, ${documents} documents, ${visitRecords} visit records; ${sizes.join(' and ')}`,
      ],
    },
    {
      what: "another person's dashboard while a record becomes a file: p95 ÷ without",
      ...atMost(p95(during) / p95(without), 1.5),
      how: [`${ms(during)} ÷ ${ms(without)}; ${during.length} and ${without.length} answers, one after the other`],
    },
  ]
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

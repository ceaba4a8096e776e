import { sql } from 'drizzle-orm'
import { Agent, request } from 'undici'
import { openBenchFixture, type BenchFixture } from '../fixture/bench-fixture.ts'
import { memoryOf } from '../fixture/memory.ts'
import { practice } from '../fixture/people.ts'
import { atMost, quantile, timed, type BenchServices, type Row } from '../measured.ts'

/** Patients of the demo practice without messages or results: of the inbox and the document, and of many results. */
const [skip, skipOfResults] = [102, 103]
const messages = 5000
const results = 2000
const documentMb = 20
const mostMb = 16
const pairs = 200
const warmUps = 20
const downloads = 5
const region = '/ui/regions/testResults.list'
const inbox = '/ui/screens/user/home/Messages?size=20'
const pageOfResults = `${region}?size=20`

const patientAt = (offset: number) =>
  sql`(select patient_n from patients where practice = ${practice} order by patient_n limit 1 offset ${offset})`

/** Messages and documents: a page of a large inbox and of many results, and the memory that a large document takes. */
export async function measureRecords(services: BenchServices): Promise<Row[]> {
  const fixture = await openBenchFixture(services, {
    fill: async ({ db }) => {
      await db.execute(
        sql`insert into messages (practice, message_id, thread_id, patient_n, direction, physician_id, is_group,
            sender_name, is_read, created_at, sent_at, subject, body)
          select ${practice}, 800000 + n, 800000 + n, ${patientAt(skip)}, 'IN', 101, false, 'The office', n % 3 > 0, sent, sent,
            'Message ' || n, '<p>' || repeat('words ', 200) || '</p>'
          from generate_series(1, ${messages}::int) n, lateral (select now() - n * interval '1 hour' as sent) at`,
      )
      await db.execute(
        sql`insert into test_results (practice, patient_n, source_id, test_type, physician, test_date, released_at,
            is_pending_review, annotation, conclusion, has_document)
          select ${practice}, ${patientAt(skipOfResults)}, 'bench ' || n, 'Lipid panel', 'Grace Kim', current_date - n,
            now(), n % 7 = 0, '<p>' || repeat('words ', 40) || '</p>', '', true
          from generate_series(1, ${results}::int) n`,
      )
      await db.execute(
        sql`insert into test_results (practice, patient_n, source_id, test_type, physician, test_date, released_at,
            is_pending_review, annotation, conclusion, has_document, pdf)
          select ${practice}, ${patientAt(skip)}, 'bench', 'Scan', '', current_date, now(), false, '', '', true,
            '%PDF-1.7'::bytea || decode(repeat('00', ${documentMb * 1_048_576}::int), 'hex') || '%%EOF'::bytea`,
      )
    },
  })
  try {
    return [
      await askBoth(fixture, { person: skip, path: inbox, what: `inbox of ${messages} messages` }),
      await askBoth(fixture, { person: skipOfResults, path: pageOfResults, what: `${results} test results` }),
      await download(fixture),
    ]
  } finally {
    await fixture.stop()
    await fixture.drop()
  }
}

/** The page, compared with the calls to the record server that the portal makes for it. */
async function askBoth(
  { recordServer, signIn }: BenchFixture,
  { person, path: page, what }: { person: number; path: string; what: string },
): Promise<Row> {
  const visitor = await signIn(person)
  const agent = new Agent({ connections: 8 })
  const ask = async (path: string) => (await request(recordServer + path, { dispatcher: agent })).body.text()
  await visitor.get(page)
  await ask('/bench/calls')
  const { text } = await visitor.get(page)
  const calls = JSON.parse(await ask('/bench/calls')) as string[] // record-server.ts returns a list of paths
  const directly = () => Promise.all(calls.map((call) => ask(call)))
  const spent = { directly: [] as number[], portal: [] as number[] }
  for (let round = -warmUps; round < pairs; round++) {
    const [one, two] = [await timed(directly), await timed(() => visitor.get(page))]
    if (round < 0) continue
    spent.directly.push(one)
    spent.portal.push(two)
  }
  await agent.close()
  const p95 = (of: number[]) => quantile(of, 0.95)
  const ms = (of: number[]) => `${p95(of).toFixed(1)} ms`
  return {
    what: `${what}, a page of 20: p95 ÷ record server directly`,
    ...atMost(p95(spent.portal) / p95(spent.directly), 1.5),
    how: [
      `${ms(spent.portal)} ÷ ${ms(spent.directly)}; ${calls.length} call${calls.length === 1 ? '' : 's'} to the record server, ${text.length} bytes`,
      `${pairs} alternating, one after the other`,
    ],
  }
}

/** Some of the document is on its way at a time, and never all of it. */
async function download({ origin, portalPid, signIn }: BenchFixture): Promise<Row> {
  const visitor = await signIn(skip)
  const { text } = await visitor.get(region)
  const [, id = ''] = /"id":"[a-z-]*(\d+)"/.exec(text.slice(text.indexOf('"rows"'))) ?? []
  const path = `/user/home/resultdocument/${id}/pdf/download`
  const fetchOnce = async () => {
    const { statusCode, body } = await request(origin + path, { headers: { cookie: visitor.cookie() } })
    let bytes = 0
    for await (const part of body as AsyncIterable<Buffer>) bytes += part.length
    if (statusCode !== 200 || bytes < documentMb * 1_048_576) throw new Error(`${path}: ${statusCode}, ${bytes} bytes`)
  }
  await fetchOnce() // the portal inspects all of it once
  const before = memoryOf(portalPid)
  let peak = before
  const watching = setInterval(() => (peak = Math.max(peak, memoryOf(portalPid))), 20)
  for (let turn = 0; turn < downloads; turn++) await fetchOnce()
  clearInterval(watching)
  return {
    what: `growth of the portal's memory by a document of ${documentMb} MB`,
    figure: `${(peak - before).toFixed(1)} MB`,
    target: `< ${mostMb} MB`,
    kept: peak - before < mostMb,
    how: [
      `most of ${downloads} downloads one after the other, after a first one, for which it is inspected; resident memory every 20 ms`,
    ],
  }
}

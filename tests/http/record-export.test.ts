/** @module-tag database */
import { randomUUID } from 'node:crypto'
import type { Bundle } from '@medplum/fhirtypes'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect } from 'vitest'
import type { Screen } from '../../schemas/screen.ts'
import { prepareExport } from '../../server/features/record-export/prepare-export.ts'
import { beginExport, fileLengths, type ExportOwner } from '../../server/features/record-export/record-export.store.ts'
import { personTopic } from '../../server/protocol/principal.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { dyingHandle } from '../support/dying-handle.ts'
import { fetched } from '../support/fetched.ts'
import { faultsOfBundle } from '../support/fhir.ts'
import { runDueJobs, runNow } from '../support/jobs.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { openLivePage } from '../support/live-page.ts'
import { readPdf } from '../support/pdf.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { exportStateOf, prepareRecord } from '../support/record-export.ts'
import { withSetting } from '../support/switches.ts'

const handle = dyingHandle()
const test = portalTest(
  {
    maria: 'maria.alvarez',
    nora: 'new.patient',
    gabriel: 'g.alvarez@example.com',
    ben: 'ben.carter',
    front: 'front.desk',
  },
  { onStatement: handle.hear },
)

const region = '/ui/regions/recordExport.state'
const pdfFile = '/user/home/Myrecord/export/pdf'
const fhirFile = '/user/home/Myrecord/export/fhir'

const prepare = (visitor: Visitor) => visitor.act('recordExport.prepare', {})
const remove = (visitor: Visitor) => visitor.act('recordExport.remove', {})

async function bundleOf(portal: RunningPortal, visitor: Visitor): Promise<Bundle> {
  return JSON.parse((await fetched(portal, visitor, fhirFile)).bytes.toString('utf8')) as Bundle
}

const countOf = ({ entry = [] }: Bundle, type: string) =>
  entry.filter(({ resource }) => resource?.resourceType === type).length

const accountOf = async (portal: RunningPortal) =>
  (await rowsOf<{ id: number }>(portal.database.db, sql`select id::int from accounts where login = 'maria.alvarez'`))[0]
    ?.id ?? 0

afterEach<{ portal: RunningPortal; maria: Visitor }>(async ({ portal, maria }) => {
  await portal.heal()
  await remove(maria)
})

describe('a patient', () => {
  test('gets one valid bundle of FHIR R4, and a PDF with the same', async ({ portal, maria }) => {
    expect(await exportStateOf(maria)).toContain('Prepare my record')
    await prepareRecord(portal, maria)
    const { status, headers } = await fetched(portal, maria, fhirFile)
    expect([status, headers['content-type']]).toEqual([200, 'application/fhir+json'])
    expect(headers['content-disposition']).toMatch(/Lakeside-health-record-\d{4}-\d\d-\d\d\.json/)
    const bundle = await bundleOf(portal, maria)
    expect(faultsOfBundle(bundle)).toEqual([])
    expect(countOf(bundle, 'Patient')).toBe(1)
    expect(countOf(bundle, 'MedicationRequest')).toBe(12)
    const pdf = await fetched(portal, maria, pdfFile)
    expect(pdf.headers['content-length']).toBe(String(pdf.bytes.length))
    const { content, isTagged } = await readPdf(pdf.bytes)
    expect(isTagged).toBe(true)
    for (const type of ['DiagnosticReport', 'Observation', 'Encounter', 'DocumentReference', 'ServiceRequest'])
      expect([type, countOf(bundle, type) > 0]).toEqual([type, true])
    for (const words of [
      'Maria Alvarez',
      'Penicillin',
      'Hives, moderate',
      'Atopic dermatitis',
      'Hydrocortisone cream',
      'Allergies and Intolerances',
    ])
      expect(content).toContain(words)
  })

  test('has the same ids in every file, so that one that is read again adds nothing', async ({ portal, maria }) => {
    await prepareRecord(portal, maria)
    const first = await bundleOf(portal, maria)
    await prepareRecord(portal, maria)
    const urls = ({ entry = [] }: Bundle) => entry.map(({ fullUrl }) => fullUrl)
    expect(urls(await bundleOf(portal, maria))).toEqual(urls(first))
  })

  test('sees on every open page when it is ready, and on the dashboard', async ({ portal, maria }) => {
    const topic = personTopic({ accountId: await accountOf(portal) }, 'recordExport')
    const cookie = [...maria.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const page = await openLivePage(portal, [topic], { cookie })
    await prepare(maria)
    await runDueJobs(portal, prepareExport)
    await expect.poll(() => exportStateOf(maria)).toContain('Your record is ready.')
    await page.caughtUp()
    expect(page.heard.length).toBeGreaterThan(1)
    const { body } = await maria.get<Screen>('/ui/screens/user/home/dashboard')
    expect(JSON.stringify(body)).toContain('Your record is ready to download')
  })

  test('who asks twice has one', async ({ portal, maria }) => {
    const statuses = await Promise.all([prepare(maria), prepare(maria)])
    expect(statuses.map(({ status }) => status)).toEqual([200, 200])
    expect(await rowsOf(portal.database.db, sql`select count(*)::int as count from record_exports`)).toEqual([
      { count: 1 },
    ])
    await runDueJobs(portal, prepareExport)
    expect(await exportStateOf(maria)).toContain('Your record is ready.')
  })

  test('can stop it, and delete the files', async ({ portal, maria }) => {
    await portal.fault({ kind: 'down', path: 'GetConditions' })
    await prepare(maria)
    await runDueJobs(portal, prepareExport).catch(() => undefined)
    await remove(maria)
    expect(await exportStateOf(maria)).toContain('Prepare my record')
    await portal.heal()
    await prepareRecord(portal, maria)
    await remove(maria)
    expect((await fetched(portal, maria, fhirFile)).status).toBe(404)
    for (const table of ['record_exports', 'record_export_pages', 'record_export_pieces'])
      expect(await rowsOf(portal.database.db, sql`select 1 from ${sql.identifier(table)}`)).toEqual([])
  })

  test('finds each download in the activity log', async ({ portal, maria }) => {
    await prepareRecord(portal, maria)
    await fetched(portal, maria, pdfFile)
    await fetched(portal, maria, fhirFile)
    const log = JSON.stringify((await maria.get('/ui/screens/user/home/activitylog')).body)
    expect(log).toContain('Downloaded the record as a PDF')
    expect(log).toContain('Downloaded the record for apps (FHIR)')
    expect(log).toContain('Requested the record as a file')
  })
})

describe('nobody else', () => {
  test('has a way to it: guardians, other patients, and visitors', async ({ portal, maria, gabriel, nora, ben }) => {
    await prepareRecord(portal, maria)
    expect((await gabriel.get(region)).status).toBe(403)
    expect((await prepare(gabriel)).status).toBe(403)
    const { body } = await gabriel.get<Screen>('/ui/screens/user/home/Myrecord')
    expect(wordsOf(body.blocks)).not.toContain('My record as a file')
    expect((await fetched(portal, gabriel, fhirFile)).status).toBe(403)
    expect((await fetched(portal, portal.visitor(), fhirFile)).status).toBe(401)
    for (const other of [nora, ben]) {
      expect(await exportStateOf(other)).toContain('Prepare my record')
      expect((await other.get(fhirFile)).status).toBe(404)
    }
  })

  test('reads it in the database', async ({ portal, maria }) => {
    await prepareRecord(portal, maria)
    const readable = await rowsOf(
      portal.database.db,
      sql`select 1 from record_export_pieces where position('Alvarez'::bytea in content) > 0`,
    )
    expect(readable).toEqual([])
  })
})

describe('what happens meanwhile', () => {
  test('while the record server fails, it says so, and goes on where it stopped', async ({ portal, maria }) => {
    await portal.fault({ kind: 'down', path: 'GetConditions' })
    await prepare(maria)
    await expect.poll(() => exportStateOf(maria)).toContain('does not answer')
    const read = await rowsOf(portal.database.db, sql`select part from record_export_pages order by part`)
    expect(read).toContainEqual({ part: 'medications' })
    await portal.heal()
    // A page that was read is not read again.
    await portal.fault({ kind: 'down', path: 'GetMedications' })
    await runDueJobs(portal, prepareExport)
    await expect.poll(() => exportStateOf(maria)).toContain('Your record is ready.')
    expect(countOf(await bundleOf(portal, maria), 'MedicationRequest')).toBe(12)
    expect(await rowsOf(portal.database.db, sql`select 1 from record_export_pages`)).toEqual([])
  })

  test('one of which two processes died is given up, and the patient and the staff read what to do', async ({
    portal,
    maria,
    front,
  }) => {
    await portal.fault({ kind: 'down', path: 'GetConditions' })
    await prepare(maria)
    await expect.poll(() => exportStateOf(maria)).toContain('does not answer')
    await portal.database.db.execute(
      sql`update jobs.job set output = '{"deaths": 2}' where name = ${prepareExport.name} and state = 'retry'`,
    )
    await runDueJobs(portal, prepareExport)
    expect(await exportStateOf(maria)).toContain(
      'The record is too large for a file. Please ask the office for a copy.',
    )
    const { body } = await front.get<{ blocks: Screen['blocks'] }>(
      '/ui/regions/staffTasks.list?list=open&page=1&size=20',
    )
    const tasks = wordsOf(body.blocks)
    for (const words of ['Health record could not be prepared', 'Maria Alvarez', 'Give the patient a copy.'])
      expect(tasks).toContain(words)
  })

  test('a part that the practice has switched off is left out, and both the page and the file say so', async ({
    portal,
    maria,
  }) => {
    await withSetting(portal, { name: 'enable_portal_dashboard_options', value: [1, 2, 4, 5, 6, 7] }, async () => {
      await prepareRecord(portal, maria)
      expect(await exportStateOf(maria)).toContain(
        'Left out, because the practice does not offer it online: Test results',
      )
      const { content } = await readPdf((await fetched(portal, maria, pdfFile)).bytes)
      expect(content).toContain('Test results')
      expect(countOf(await bundleOf(portal, maria), 'DiagnosticReport')).toBe(0)
    })
    await withSetting(portal, { name: 'enable_portal_dashboard_options', value: [1, 2] }, async () => {
      expect((await fetched(portal, maria, fhirFile)).status).toBe(403)
    })
  })

  test('a disabled account gets none', async ({ portal, maria }) => {
    await portal.fault({ kind: 'down', path: 'GetConditions' })
    await prepare(maria)
    await expect.poll(() => exportStateOf(maria)).toContain('does not answer')
    await rowsOf(portal.database.db, sql`update accounts set disabled_at = now() where login = 'maria.alvarez'`)
    await portal.heal()
    await runDueJobs(portal, prepareExport)
    expect(await rowsOf(portal.database.db, sql`select 1 from record_exports`)).toEqual([])
    await rowsOf(portal.database.db, sql`update accounts set disabled_at = null where login = 'maria.alvarez'`)
  })

  test('a day later the files are gone, before and after they are deleted', async ({ portal, maria }) => {
    await prepareRecord(portal, maria)
    await rowsOf(portal.database.db, sql`update record_exports set ended_at = ended_at - interval '24 hours 1 second'`)
    expect((await fetched(portal, maria, fhirFile)).status).toBe(404)
    expect(await exportStateOf(maria)).toContain('Prepare my record')
    await runNow(portal, { name: 'recordExport.forget' })
    expect(await rowsOf(portal.database.db, sql`select 1 from record_exports`)).toEqual([])
  })

  test('a process that dies at any statement leaves nothing half', async ({ portal, nora }) => {
    const [owner] = await rowsOf<ExportOwner>(
      portal.database.db,
      sql`select a.id::int as "accountId", a.licensee_id as "licenseeId", p.patient_id as "patientId"
        from accounts a join authorisations p on p.account_id = a.id where a.login = 'new.patient'`,
    )
    const lengths = new Set<number>()
    await handle.everyDeath(async (dying) => {
      await remove(nora)
      const id = randomUUID()
      await beginExport(portal.database.db, { ...owner!, id, requestedAt: new Date() })
      await portal.jobs.add(portal.database.db, prepareExport, { id })
      await dying(() => runDueJobs(portal, prepareExport)).catch(() => undefined)
      await runDueJobs(portal, prepareExport)
      await expect.poll(() => exportStateOf(nora)).toContain('Your record is ready.')
      lengths.add((await fileLengths(portal.database.db, id)).get('fhir') ?? 0)
    })
    expect([lengths.size, lengths.has(0)]).toEqual([1, false])
  })
})

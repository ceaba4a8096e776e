import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSandbox, type TestSandbox } from '../../../../tests/support/test-sandbox.ts'
import { people } from '../../seed/people.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.close())

const get = (path: string) => sandbox.app.inject(path)
const json = async (path: string) => (await get(path)).json()
const maria = people.mariaAlvarez.patientN

test('forms carry the words of the record server, and are of one patient [2 §3.46 §7.10]', async () => {
  const forms = await json(`/lakeside/api/PatientPortal/GetFormsData?patient_n=${people.lucasAlvarez.patientN}`)
  expect(forms).toEqual([
    {
      Form_Name: 'Consent to Treat a Minor',
      Template_Name: 'consent-minor',
      Status: 'AssignToPatient',
      DataTimeOfRequest: '2026-02-20T10:00:00-05:00',
      DateTimeLastUpdated: '2026-02-20T10:00:00-05:00',
      Patient_n: people.lucasAlvarez.patientN,
    },
  ])
  expect(await json(`/lakeside/api/PatientPortal/GetFormsData?patient_n=${people.noraQuinn.patientN}`)).toEqual([])
})

test('a form has a page that runs nothing and shows its name as text', async () => {
  await sandbox.database.db.execute(
    sql`insert into assigned_forms values ('lakeside', ${maria}, '<script>"x"</script>', 'odd', 'Started', now(), now())`,
  )
  const page = await get('/lakeside/forms/odd')
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'",
  })
  expect(page.body).toContain('<h1>&lt;script&gt;&quot;x&quot;&lt;/script&gt;</h1>')
  expect(page.body).toContain("This page belongs to the practice's forms system")
  for (const path of ['/northgate/forms/odd', '/lakeside/forms/nothing']) expect((await get(path)).statusCode).toBe(404)
})

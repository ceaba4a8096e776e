import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { EffectOf } from '../../schemas/effect.ts'
import type { RegionContent, Screen } from '../../schemas/screen.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import type { Visitor } from '../support/portal.ts'

const it = portalTest(
  { calls: 'calls.desk', records: 'records.desk', stranger: 'office.lead', maria: 'maria.alvarez' },
  { timeoutMs: 3000 },
)
const { mariaAlvarez: maria, noraQuinn: nora } = people
const pageOf = ({ patientN }: { patientN: number }) => `/ui/screens/admin/patient/${patientN}`

/** Returns the rows of a section of a patient's page, each with the words of its cells. */
async function section(visitor: Visitor, patient: { patientN: number }, title: string) {
  const { body } = await visitor.get<Screen>(pageOf(patient))
  const shown = blocksOf(body.blocks, 'section').find((each) => each.title === title)
  const rows = blocksOf(shown?.blocks, 'table').flatMap((table) => table.rows)
  return {
    isThere: shown !== undefined,
    words: wordsOf(shown?.blocks ?? []),
    cells: rows.map(({ cells }) => Object.values(cells).map(({ text }) => text)),
  }
}

describe('the messages to a patient', () => {
  it('are listed with what became of them', async ({ portal, calls }) => {
    const nothing = 'The portal has sent nothing to this patient.'
    expect((await section(calls, nora, 'Emails and texts')).words).toContain(nothing)
    const { status } = await portal.visitor().act('account.forgotUsername', {
      PatientFirstName: maria.firstName,
      PatientLastName: maria.lastName,
      PatientDOB: maria.dob,
      PatientEmail: maria.email,
    })
    expect(status).toBe(200)
    const { cells } = await section(calls, maria, 'Emails and texts')
    expect(cells).toEqual([[expect.stringMatching(/user ?name/i), 'Sent', maria.email, expect.stringMatching(/^\d/)]])
    await portal.database.db.execute(sql`update outbox set state = 'given up'`)
    expect((await section(calls, maria, 'Emails and texts')).words).toContain('Could not be delivered')
  })
})

describe('tries that failed', () => {
  it('are listed with what was wrong, those of the user name and those of the name', async ({ portal, calls }) => {
    expect((await section(calls, nora, 'Tries that failed')).isThere).toBe(false)
    const visitor = portal.visitor()
    await visitor.act('account.signIn', { Username: 'New.Patient', Password: 'wrong' })
    await visitor.act('account.locateRecord', {
      FirstName: 'nora',
      LastName: 'QUINN',
      DOB: '1990-01-01',
      Gender: 2,
      Zip: '10011',
    })
    const { cells } = await section(calls, nora, 'Tries that failed')
    expect(cells.map(([what]) => what)).toContain('Sign-in')
    expect(cells.find(([what]) => what === 'Sign-in')?.[1]).toMatch(/[a-z]{3,} .*\.$/)
    // Nobody else is accused of them.
    expect((await section(calls, maria, 'Tries that failed')).cells.map(([what]) => what)).not.toContain('Sign-in')
  })
})

describe('the activity of a record', () => {
  it('shows the records staff who did what, and all of it on a page of its own', async ({
    records,
    calls,
    maria: patient,
  }) => {
    await patient.get('/ui/screens/user/home/Billing')
    await patient.act('account.stay', {})
    await records.get(pageOf(maria))
    const { cells } = await section(records, maria, 'Activity')
    expect(cells).toHaveLength(5)
    expect((await section(calls, maria, 'Activity')).isThere).toBe(false)
    const all = '/ui/screens/admin/patient/1001/activity'
    const { body } = await records.get<Screen>(all)
    expect(wordsOf(body.blocks)).toContain('Maria Alvarez (Patient)')
    expect(wordsOf(body.blocks)).toContain('Viewed: Page of the patient')
    expect(wordsOf(body.blocks)).toMatch(/[A-Z]\w+ [A-Z]\w+ \(Staff\)/)
    expect(wordsOf(body.blocks)).toContain('Signed in')
    expect(wordsOf(body.blocks)).not.toMatch(/maria\.alvarez|records\.desk|idle/)
    expect((await calls.get(all)).status).toBe(403)
    for (const number of ['0', 'x', '1001-1'])
      expect((await records.get(`/ui/screens/admin/patient/${number}/activity`)).status).toBe(404)
  })

  it.for(['activity', 'documents'])(
    'keeps the search that led to the patient, page by page, as %s do',
    async (list, { records }) => {
      const here = `/admin/patient/1001/${list}?search=abc&resultsPage=2&resultsSize=5`
      const { body } = await records.get<Screen>(`/ui/screens${here}&page=2`)
      expect(body.back?.to).toBe('/admin/patient/1001?search=abc&page=2&size=5')
      const { body: patient } = await records.get<Screen>(`/ui/screens${body.back?.to}`)
      expect(patient.back).toEqual({ label: 'Find Patients', to: '/admin/find_patient?search=abc&page=2&size=5' })
      const regions = blocksOf(patient.blocks, 'region').map(({ src }) => src)
      const [documents = ''] = regions.filter((src) => src.startsWith('clinicalDocuments.ofPatient'))
      const { body: latest } = await records.get<RegionContent>(`/ui/regions/${documents}`)
      expect(JSON.stringify([patient, latest])).toContain(here)
    },
  )

  it('is unknown for a number of another practice, as its documents are', async ({ stranger }) => {
    for (const of of ['activity', 'documents']) {
      const { status, body } = await stranger.get(`/ui/screens/admin/patient/1001/${of}`)
      expect([of, status, body.code]).toEqual([of, 404, 'patient.unknown'])
    }
  })
})

describe('the clinical documents of a patient', () => {
  const region = (patientN: number) => `/ui/regions/clinicalDocuments.ofPatient?patient=${patientN}`

  it('are viewed, downloaded and printed by the records staff [2 §1.26 §2.148 §6.14]', async ({
    records,
    maria: patient,
  }) => {
    const { body } = await records.get<RegionContent>(region(maria.patientN))
    const [table] = blocksOf(body.blocks, 'table')
    const [row] = table?.rows ?? []
    expect(row?.actions?.map(({ label }) => label)).toEqual(['View', 'Download PDF', 'Print'])
    for (const { label, do: act } of row?.actions ?? []) {
      if (act.type === 'call') {
        const { status, body: opened } = await records.act<{ effects: EffectOf<'open'>[] }>(act.action, act.input ?? {})
        expect([label, status, opened.effects[0]?.type]).toEqual([label, 200, 'open'])
      } else {
        const href = 'href' in act ? (act.href ?? '') : ''
        const file = await records.get(href)
        expect([label, file.status, file.headers['content-type']]).toEqual([label, 200, 'application/pdf'])
        expect((await patient.get(href)).status).toBe(403)
      }
    }
  })

  it('are of patients of the practice only, and for the role for records', async ({
    portal,
    records,
    stranger,
    calls,
  }) => {
    const { body } = await records.get<RegionContent>(region(maria.patientN))
    const [download] = blocksOf(body.blocks, 'table').flatMap((table) =>
      table.rows.flatMap(({ actions = [] }) => actions.filter(({ label }) => label === 'Download PDF')),
    )
    const href = download?.do.type === 'download' ? download.do.href : expect.fail('there is a file')
    expect((await stranger.get(href)).status).toBe(404)
    expect((await calls.get(href)).status).toBe(403)
    expect((await portal.visitor().get(href)).status).toBe(401)
    // A document of one patient is none of another.
    expect((await records.get(href.replace(`/${maria.patientN}-`, `/${nora.patientN}-`))).status).toBe(404)
    for (const id of ['1001', '1001-', 'x-1', '1001-1-2'])
      expect((await records.get(href.replace(/\d+-\d+/, id))).status).toBe(404)
    const other = await stranger.get<RegionContent>(region(maria.patientN))
    expect(wordsOf(other.body.blocks)).toContain('There are no clinical documents.')
  })

  it('stay out of the page while the record server is down, and the page says so', async ({ portal, records }) => {
    await portal.fault({ kind: 'down', path: 'GetClinicalDocument' })
    expect((await records.get(pageOf(maria))).status).toBe(200)
    expect((await records.get(region(maria.patientN))).status).toBe(503)
    await portal.heal()
  })
})

import { and, eq, like, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { Screen } from '../../schemas/screen.ts'
import { accounts, auditLog } from '../../server/db/schema.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'

const it = portalTest(
  { staff: 'calls.desk', maria: 'maria.alvarez', guardian: 'g.alvarez@example.com' },
  { timeoutMs: 3000 },
)
const { mariaAlvarez: maria, lucasAlvarez: lucas, noraQuinn: nora } = people
const addressOf = (number: number | string) => `/ui/screens/admin/patient/${number}`

/** Returns the sections of the page by title, each with its facts and the words of its tables. */
async function page(visitor: Visitor, number: number | string) {
  const { status, body } = await visitor.get<Screen & { detail?: string }>(addressOf(number))
  const sections = new Map(blocksOf(body.blocks ?? [], 'section').map((each) => [each.title, each]))
  const factsOf = (title: string) =>
    Object.fromEntries(
      blocksOf(sections.get(title)?.blocks, 'facts').flatMap(({ facts }) =>
        facts.map(({ name, value }) => [
          name,
          [value]
            .flat()
            .map((part) => (typeof part === 'string' ? part : part.text))
            .join(''),
        ]),
      ),
    )
  const rowsOf = (title: string) => blocksOf(sections.get(title)?.blocks, 'table').flatMap(({ rows }) => rows)
  return { status, body, words: wordsOf(body.blocks), titles: [...sections.keys()], factsOf, rowsOf }
}

const openings = (portal: RunningPortal, patientId: number | string) =>
  portal.database.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.patientId, String(patientId)), like(auditLog.event, 'screen:/admin/patient%')))

describe("a patient's page", () => {
  it('shows the details of the record, the account and the guardians [2 §2.145]', async ({ portal, staff }) => {
    await portal.signIn('maria.alvarez')
    const { body, titles, factsOf, rowsOf } = await page(staff, maria.patientN)
    expect(body.title).toBe('Maria Alvarez')
    expect(titles).toEqual(['Details', 'Portal account', 'Help with the account', 'Guardians', 'Emails and texts'])
    expect(factsOf('Details')).toEqual({
      'Next appointment': expect.stringMatching(/^\w+day [\d/]{10}, \d.* · .* · (Lakeside .*|By video)$/),
      Balance: expect.stringMatching(/^\$[\d.]+ for \d visits/),
      'Cell phone': '(212) 555-0161',
      Email: maria.email,
      Address: expect.stringContaining('Apartment 5C, New York, NY 10011'),
    })
    expect(body.blocks[1]).toMatchObject({ text: `Born 06/21/1984 · Female · Number ${maria.emrid}` })
    expect(factsOf('Portal account')).toMatchObject({
      'User name': 'maria.alvarez',
      State: 'Active',
      'Code at sign-in': 'Off',
      'Last sign-in': expect.stringMatching(/\d/),
    })
    expect(rowsOf('Guardians')).toEqual([])
  })

  it('lists guardians with relation, scope and end', async ({ staff }) => {
    const { factsOf, rowsOf, words } = await page(staff, lucas.patientN)
    expect(factsOf('Portal account')).toEqual({})
    expect(words).toContain('This patient has no portal account yet.')
    expect(rowsOf('Guardians').map(({ cells }) => cells)).toMatchObject([
      {
        name: { help: 'g.alvarez@example.com' },
        relation: { text: 'Father' },
        scope: { text: 'Everything' },
        until: { text: 'No end' },
      },
    ])
  })

  it('says when the account is disabled, must have a new password, or has a second step', async ({ portal, staff }) => {
    const { db } = portal.database
    const isMaria = and(eq(accounts.licenseeId, 'lakeside'), eq(accounts.login, 'maria.alvarez'))
    await db.update(accounts).set({ mustReset: true, totpSecret: 'x' }).where(isMaria)
    expect((await page(staff, maria.patientN)).factsOf('Portal account')).toMatchObject({
      State: 'Active. Must choose a new password at the next sign-in',
      'Code at sign-in': 'On (authenticator app)',
    })
    await db
      .update(accounts)
      .set({ disabledAt: new Date('2026-02-03T12:00:00Z') })
      .where(isMaria)
    expect((await page(staff, maria.patientN)).factsOf('Portal account').State).toBe('Disabled on 02/03/2026')
    await db.update(accounts).set({ mustReset: false, totpSecret: null, disabledAt: null }).where(isMaria)
  })

  it('is one row of the audit log, with the patient and without a name', async ({ portal, staff }) => {
    const before = await openings(portal, nora.patientN)
    await page(staff, nora.patientN)
    const [row, ...others] = (await openings(portal, nora.patientN)).slice(before.length)
    expect(others).toEqual([])
    expect(row).toMatchObject({
      licenseeId: 'lakeside',
      actor: 'calls.desk',
      actorKind: 'admin',
      event: 'screen:/admin/patient/:number',
      outcome: 'ok',
    })
    expect(JSON.stringify(row)).not.toMatch(/nora|quinn/i)
  })

  it('is not in the activity log of the patient [2 §4.53]', async ({ staff, maria: patient }) => {
    await page(staff, maria.patientN)
    const { body } = await patient.get<Screen>('/ui/screens/user/home/ActivityLog')
    expect(wordsOf(body.blocks)).not.toContain('calls.desk')
  })
})

describe('a number', () => {
  it.for(['99999', '0', '-1', 'x', '1001x', '1e3', '999999999999', '%00', "1001'--", '2001'])(
    'that is no patient of this practice leads to words: %s',
    async (number, { staff }) => {
      const { status, body } = await staff.get<{ detail: string }>(addressOf(encodeURIComponent(number)))
      expect([status, body.detail]).toEqual([404, 'No patient of this practice has this number.'])
    },
  )

  it('of a patient opens nothing for others', async ({ portal, maria: patient, guardian }) => {
    for (const visitor of [patient, guardian, await portal.signIn('settings.desk')])
      expect((await visitor.get(addressOf(maria.patientN))).status).toBe(403)
    expect((await portal.visitor().get(addressOf(maria.patientN))).status).toBe(401)
    const stranger = await portal.signIn('office.lead')
    expect((await stranger.get(addressOf(maria.patientN))).status).toBe(404)
  })
})

describe('while the record server', () => {
  it.for(['down', 'nonsense', 'hang'] as const)(
    'is %s, the account is shown, with words',
    async (kind, { portal, staff }) => {
      await portal.fault({ kind, path: 'GetPatientHeader' })
      const { status, titles, words, body } = await page(staff, maria.patientN)
      expect([status, body.title, titles]).toEqual([
        200,
        'Maria Alvarez',
        ['Portal account', 'Help with the account', 'Guardians', 'Emails and texts'],
      ])
      expect(words).toContain("The practice's records do not answer")
      expect((await page(staff, people.johnSmith.patientN)).status).toBeGreaterThanOrEqual(500)
    },
  )

  it('does not answer for bills or appointments, their facts say so and the rest is shown', async ({
    portal,
    staff,
  }) => {
    const missing = 'Cannot be shown now. Reload in a moment.'
    for (const [path, name, other] of [
      ['GetUpcomingAppointments', 'Next appointment', 'Balance'],
      ['GetInvoiceData', 'Balance', 'Next appointment'],
    ] as const) {
      await portal.fault({ kind: 'down', path })
      const { factsOf } = await page(staff, maria.patientN)
      await portal.heal()
      expect(factsOf('Details')).toMatchObject({
        [name]: missing,
        [other]: expect.stringMatching(/\d/),
        Email: maria.email,
      })
    }
  })

  it('no longer has a patient, the account is shown', async ({ portal, staff }) => {
    await portal.database.db.execute(
      sql`update authorisations set patient_id = '98765' where patient_id = ${String(maria.patientN)} and relation = 'self'`,
    )
    const { titles, words } = await page(staff, '98765')
    await portal.database.db.execute(
      sql`update authorisations set patient_id = ${String(maria.patientN)} where patient_id = '98765'`,
    )
    expect(titles).toEqual(['Portal account', 'Help with the account', 'Guardians', 'Emails and texts'])
    expect(words).toContain('No longer in the records')
  })
})

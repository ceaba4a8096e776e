import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { auditLog } from '../../server/db/schema.ts'
import { createEmr } from '../../server/gateways/emr/create-emr.ts'
import { runImport } from '../../server/identity/account-import/run-import.ts'
import { testPasswords } from '../support/passwords.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal } from '../support/portal.ts'
import { claimOf, earnGrant, reset } from '../support/recovery.ts'
import { peopleOf } from '../support/sign-up.ts'

const test = portalTest()

/** Runs the command over a file with this content. */
async function run(portal: RunningPortal, { content }: { content: string }) {
  const path = join(await mkdtemp(join(tmpdir(), 'import-')), 'accounts')
  await writeFile(path, content)
  const lines: string[] = []
  const code = await runImport({
    argv: [path, '--practice', 'lakeside'],
    out: (line) => void lines.push(line),
    open: async (id) => {
      const emr = createEmr({ baseUrl: `http://127.0.0.1:${portal.sandboxPort}/${id}/api/` })
      return { db: portal.database.db, emr, passwords: testPasswords, now: portal.portal.now, close: () => emr.close() }
    },
  })
  return { code, lines }
}

describe('accounts of an earlier system', () => {
  test('are made once, and opened by recovery only', async ({ portal }) => {
    const [one, two] = await peopleOf(portal, 2)
    if (!one || !two) throw new Error('nobody to import')
    const content = `username,patient_number,birth_date,password_hash
old.one,${one.patientN},${one.dob},$2b$10$abc
"old,two",${two.patientN},,x
`
    expect(await run(portal, { content })).toEqual({
      code: 0,
      lines: ['Not imported: the columns password_hash.', '2 created, 0 already there, 0 refused.'],
    })
    expect((await run(portal, { content })).lines.at(-1)).toBe('0 created, 2 already there, 0 refused.')
    const audited = await portal.database.db
      .select({ patientId: auditLog.patientId, actor: auditLog.actor, outcome: auditLog.outcome })
      .from(auditLog)
      .where(eq(auditLog.event, 'command:import-accounts'))
    expect(audited).toEqual(
      [one, two].map(({ patientN }) => ({ patientId: String(patientN), actor: 'import-accounts', outcome: 'ok' })),
    )
    for (const Password of ['$2b$10$abc', '', 'x'])
      expect((await portal.visitor().act('account.signIn', { Username: 'old.one', Password })).status).toBe(422)
    const visitor = portal.visitor()
    await earnGrant(portal, visitor, claimOf('old.one', one))
    expect((await reset(visitor, 'Fresh-Orchard-42')).status).toBe(200)
    const signedIn = await portal.visitor().enter({ login: 'old.one', password: 'Fresh-Orchard-42' })
    expect((await signedIn.get('/ui/screens/user/home/dashboard')).status).toBe(200)
  })

  test('that cannot be made are named by line and reason, and the others are made', async ({ portal }) => {
    const [, , three, four] = await peopleOf(portal, 4)
    const content = `patient_number,username,birth_date
99999999,nobody.here,
${three?.patientN},maria.alvarez,
,no.number,
${three?.patientN},wrong.day,1901-01-01
${three?.patientN},bad.day,04/12/1988
${three?.patientN},abc,
${four?.patientN},right.one,${four?.dob}
`
    const { code, lines } = await run(portal, { content })
    expect([code, lines]).toEqual([
      1,
      [
        'Line 2 refused: the record server has no patient 99999999.',
        'Line 3 refused: the username belongs to another person.',
        'Line 4 refused: the patient number is missing or no number.',
        'Line 5 refused: the birth date is not that of the record.',
        'Line 6 refused: a birth date is written yyyy-MM-dd.',
        'Line 7 refused: a username has 4 to 100 characters.',
        '1 created, 0 already there, 6 refused.',
      ],
    ])
  })

  test('come from a FHIR bundle too', async ({ portal }) => {
    const people = await peopleOf(portal, 6)
    const patient = ({ patientN, dob }: (typeof people)[number], username?: string) => ({
      resource: {
        resourceType: 'Patient',
        birthDate: dob,
        identifier: [
          { type: { coding: [{ code: 'MR' }] }, value: String(patientN) },
          ...(username ? [{ system: 'https://old.example.org/username', value: username }] : []),
        ],
        telecom: [{ system: 'email', value: `fhir.${patientN}@example.com` }],
      },
    })
    const [five, six] = people.slice(4)
    if (!five || !six) throw new Error('nobody to import')
    const entry = [{ resource: { resourceType: 'Organization' } }, patient(five, 'fhir.five'), patient(six)]
    const content = JSON.stringify({ resourceType: 'Bundle', entry })
    expect((await run(portal, { content })).lines).toEqual(['2 created, 0 already there, 0 refused.'])
    await earnGrant(portal, portal.visitor(), claimOf('fhir.five', five))
    await earnGrant(portal, portal.visitor(), claimOf(`fhir.${six.patientN}@example.com`, six))
  })

  test.for([
    ['{"resourceType":"Patient"}', 'The JSON file is no FHIR bundle.'],
    ['{', 'The file is neither CSV nor JSON.'],
    ['name\nx', 'The first line must name the column username.'],
    ['username,patient_number\n"open,1', 'Line 2: a quoted cell does not end, or text stands beside it.'],
  ] as const)('in a file such as %j are refused as a whole', async ([content, words], { portal }) => {
    expect(await run(portal, { content })).toEqual({ code: 1, lines: [words] })
  })
})

/** @module-tag database */
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import { noticeBills } from '../../server/features/billing/bill-notices.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { deliverMessage } from '../../server/outbox/deliver-message.ts'
import { runDueJobs, runNow } from '../support/jobs.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal } from '../support/portal.ts'
import { setSetting, withSetting } from '../support/switches.ts'
import { letPass } from '../support/waiting.ts'

const it = portalTest()
const maria = people.mariaAlvarez
const lucas = people.lucasAlvarez
const gabriel = 'g.alvarez@example.com'

/** Bills a patient of Lakeside again for what was billed before, as the office does. Amounts are cents. */
async function bill({ records }: RunningPortal, patientN: number, responsible = 4200): Promise<void> {
  await records.db.execute(
    sql`insert into charges (practice, patient_n, claim_date, employee_n, facility_n, code, description, diagnoses, charged,
        allowed, discount, insurance_paid, patient_responsible, patient_paid)
      select practice, ${patientN}, claim_date, employee_n, facility_n, code, description, diagnoses, charged,
        allowed, discount, insurance_paid, ${responsible}, 0
      from charges where practice = 'lakeside' order by bill_id limit 1`,
  )
}

async function notice(portal: RunningPortal): Promise<void> {
  await runNow(portal, noticeBills)
  await runDueJobs(portal, deliverMessage)
}

const mailsTo = async (portal: RunningPortal, to: string) =>
  (await portal.outbox(to)).filter(({ subject }) => subject.startsWith('A new bill'))

beforeEach<{ portal: RunningPortal }>(async ({ portal }) => {
  await setSetting(portal, { name: 'Portal_Bill_Notice', value: true })
  await notice(portal)
})

describe('the notice of a new bill', () => {
  it('is sent once, without amounts, a link or a name', async ({ portal }) => {
    expect(await mailsTo(portal, maria.email)).toEqual([])
    await bill(portal, maria.patientN)
    await bill(portal, maria.patientN)
    await notice(portal)
    await notice(portal)
    const [mail, ...more] = await mailsTo(portal, maria.email)
    expect(more).toEqual([])
    expect(mail?.text).toContain('There is a new bill for you at Lakeside Dermatology.')
    expect(mail?.text).not.toMatch(/\$|http|Maria|Alvarez/)
  })

  it('goes to guardians too, unless they may not see bills', async ({ portal }) => {
    await bill(portal, lucas.patientN)
    await notice(portal)
    expect((await mailsTo(portal, gabriel)).map(({ text }) => text)).toEqual([
      expect.stringContaining('for a patient you act for'),
    ])
    const limit = (scope: string) =>
      portal.database.db.execute(
        sql`update authorisations set scope = ${sql.raw(scope)} where patient_id = ${String(lucas.patientN)}`,
      )
    await limit("'[1]'::jsonb")
    await bill(portal, lucas.patientN)
    await notice(portal)
    await limit('null')
    expect(await mailsTo(portal, gabriel)).toHaveLength(1)
  })

  it('is not sent where nothing is owed, or while it is off', async ({ portal }) => {
    const before = (await mailsTo(portal, maria.email)).length
    await bill(portal, maria.patientN, 0)
    await notice(portal)
    await withSetting(portal, { name: 'Portal_Bill_Notice', value: false }, async () => {
      await bill(portal, maria.patientN)
      await notice(portal)
    })
    await notice(portal)
    await notice(portal)
    expect(await mailsTo(portal, maria.email)).toHaveLength(before)
  })

  it('is sent once when the insurance decides about an earlier line', async ({ portal }) => {
    const before = (await mailsTo(portal, maria.email)).length
    const decide = (column: string, cents: number) =>
      portal.records.db.execute(
        sql`update charges set ${sql.raw(column)} = ${cents}
          where bill_id = (select max(bill_id) from charges where patient_n = ${maria.patientN})`,
      )
    await bill(portal, maria.patientN, 0)
    await notice(portal)
    await decide('insurance_paid', 100)
    await notice(portal)
    expect(await mailsTo(portal, maria.email)).toHaveLength(before)
    await decide('patient_responsible', 4200)
    await notice(portal)
    expect(await mailsTo(portal, maria.email)).toHaveLength(before + 1)
    await decide('patient_paid', 4200)
    await decide('patient_paid', 0)
    await decide('patient_responsible', 5000)
    await notice(portal)
    expect(await mailsTo(portal, maria.email)).toHaveLength(before + 1)
  })

  it('goes by the numbers of bills where the record server does not count changes', async ({ portal }) => {
    const before = (await mailsTo(portal, maria.email)).length
    const place = (change: string) =>
      portal.database.db.execute(
        sql`update bill_notices set last_change = ${sql.raw(change)} where licensee_id = 'lakeside'`,
      )
    await place('null')
    await bill(portal, maria.patientN)
    await notice(portal)
    await notice(portal)
    expect(await mailsTo(portal, maria.email)).toHaveLength(before + 1)
  })

  it('waits while the record server fails', async ({ portal }) => {
    await notice(portal)
    const before = (await mailsTo(portal, maria.email)).length
    await bill(portal, maria.patientN)
    await portal.fault({ kind: 'down', path: 'Provider/GetPatientHeader' })
    await notice(portal)
    expect(await mailsTo(portal, maria.email)).toHaveLength(before)
    await portal.heal()
    await notice(portal)
    expect(await mailsTo(portal, maria.email)).toHaveLength(before + 1)
  })
})

describe('many new bills', () => {
  it('are noticed with four calls of the record server at once', async ({ portal }) => {
    const [first, second] = [1101, 1112]
    await portal.crowd(second - first + 1)
    for (let patientN = first; patientN <= second; patientN++) await bill(portal, patientN)
    await portal.fault({ kind: 'hold', path: 'GetPatientHeader' })
    portal.jobs.soon(noticeBills)
    await expect.poll(() => portal.held()).toBe(4)
    await letPass(300, 'no further call is made')
    expect(await portal.held()).toBe(4)
    await portal.heal()
    await notice(portal)
    const rows = await portal.records.db.execute<{ email: string }>(
      sql`select email from patients where practice = 'lakeside' and patient_n between ${first} and ${second}`,
    )
    const addresses = rows.rows
    const notified = addresses.filter(({ email }) => email !== '')
    expect(notified.length).toBeGreaterThan(4)
    for (const { email } of notified) expect(await mailsTo(portal, email)).toHaveLength(1)
  })
})

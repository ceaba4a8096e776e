/** @module-tag database */
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import type { Effect } from '../../schemas/effect.ts'
import type { Screen } from '../../schemas/screen.ts'
import { endAccess } from '../../server/features/account-help/end-access.ts'
import { notifyOwner } from '../../server/features/account-help/notify-owner.ts'
import { chargeInstallments } from '../../server/features/payments/installments/charge-installments.ts'
import { notifyPayer } from '../../server/features/payments/installments/notify-payer.ts'
import { deliverMessage } from '../../server/outbox/deliver-message.ts'
import { staffPatientTopic } from '../../server/practice/patient-page.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { dialogOf } from '../support/card-payment.ts'
import { dyingHandle } from '../support/dying-handle.ts'
import { guardianOf, newInvitation, sorted } from '../support/guardians.ts'
import { agree, makeDue } from '../support/installments.ts'
import { runDueJobs, runNow } from '../support/jobs.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { openLivePage } from '../support/live-page.ts'
import { messageTo } from '../support/message-to.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { withoutLimits } from '../support/without-limits.ts'
import { portalTest } from '../support/portal-test.ts'
import { withSetting } from '../support/switches.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'

const dying = dyingHandle()
const it = portalTest(
  {
    calls: 'calls.desk',
    owner: 'practice.owner',
    recorder: 'records.desk',
    setter: 'settings.desk',
    stranger: 'office.lead',
    gabriel: 'g.alvarez@example.com',
  },
  { onStatement: dying.hear },
)

const patient = String(people.mariaAlvarez.patientN)
const address = `/ui/screens/admin/patient/${patient}`
const reason = 'Moved away\nand asked us by phone'
const generic = 'Invalid credentials. Please enter a valid username and password.'

const disable = (visitor: Visitor, input: object = {}) =>
  visitor.act<Answer>('accountHelp.disable', { patient, reason, ...input })
const enable = (visitor: Visitor, input: object = {}) =>
  visitor.act<Answer>('accountHelp.enable', { patient, reason: 'A mistake', ...input })

interface Answer {
  code?: string
  detail?: string
  errors?: { pointer?: string; message: string }[]
  effects: Effect[]
}

const isOpen = async (visitor: Visitor) => (await visitor.get('/ui/screens/user/home/dashboard')).status === 200
const signInFails = async ({ visitor }: RunningPortal, password = 'Sunny-Harbor-42') => {
  const answer = await visitor().act<Answer>('account.signIn', { Username: 'maria.alvarez', Password: password })
  return answer.status === 200 ? undefined : answer.body.detail
}
const disabledRows = ({ database }: RunningPortal) =>
  rowsOf<{ by: string; reason: string; reported: boolean }>(
    database.db,
    sql`select disabled_by as by, reason, reported_at is not null as reported from disabled_patients`,
  )
const reports = ({ records }: RunningPortal) =>
  rowsOf<{ n: number }>(records.db, sql`select patient_n as n from patients where portal_disabled_at is not null`)
const actsIn = ({ database }: RunningPortal) =>
  rowsOf<{ what: string; by: string }>(database.db, sql`select what, done_by as by from account_acts order by id`)
const countOf = async ({ database }: RunningPortal, table: string) => {
  const [row] = await rowsOf<{ n: number }>(
    database.db,
    sql`select count(*)::int as n from ${sql.identifier(table)} where patient_id = ${patient}`,
  )
  return row?.n
}
const factsOf = async (visitor: Visitor) => {
  const { body } = await visitor.get<Screen>(address)
  const section = blocksOf(body.blocks, 'section').find(({ id }) => id === 'account-help')
  return {
    words: wordsOf([...(section?.blocks ?? []), ...body.blocks.filter(({ id }) => id === 'disabled')]),
    /** The block directly under the name and the birth date. */
    first: body.blocks[2]?.id,
    facts: Object.fromEntries(
      blocksOf(section?.blocks, 'facts').flatMap(({ facts }) => facts.map(({ name, value }) => [name, value])),
    ),
  }
}

async function enableByHand({ database: { db } }: RunningPortal): Promise<void> {
  await db.execute(sql`delete from disabled_patients`)
  await db.execute(sql`delete from account_acts`)
  await db.execute(sql`update accounts set disabled_at = null`)
}

let countAgain = () => {}
afterEach(() => countAgain())
beforeEach<{ portal: RunningPortal }>(async ({ portal }) => {
  countAgain = withoutLimits(portal) // one desk disables more patients here than an office does
  await portal.heal()
  await runDueJobs(portal, endAccess, notifyOwner, deliverMessage)
  const { database, records } = portal
  await enableByHand(portal)
  await database.db.execute(sql`delete from installment_plans`)
  await records.db.execute(sql`update patients set portal_disabled_at = null`)
})

describe('a patient whom the front desk disables', () => {
  it('is signed out at once, and answered like an unknown account [2 §1.24 §2.147 §6.12 §8.35]', async ({
    portal,
    calls,
  }) => {
    const maria = await portal.signIn('maria.alvarez')
    const { status, body } = await disable(calls)
    expect([status, body.effects.find(({ type }) => type === 'notify')]).toEqual([
      200,
      { type: 'notify', tone: 'success', text: 'Patient disabled successfully!' },
    ])
    expect(await isOpen(maria)).toBe(false)
    expect(await signInFails(portal)).toBe(generic)
    expect(await signInFails(portal, 'wrong')).toBe(generic)
    const claim = { Username: 'maria.alvarez', PatientDOB: '1984-06-21', PatientEmail: people.mariaAlvarez.email }
    const recovery = await portal.visitor().act<Answer>('account.forgotPassword', claim)
    const unknown = await portal.visitor().act<Answer>('account.forgotPassword', { ...claim, Username: 'nobody' })
    expect([recovery.status, recovery.body.detail]).toEqual([unknown.status, unknown.body.detail])
    expect(await disabledRows(portal)).toMatchObject([{ by: 'calls.desk', reason }])
  })

  it('is disabled for guardians too, who keep their other patients', async ({ portal, owner }) => {
    const maria = await portal.signIn('maria.alvarez')
    const guardian = await guardianOf(portal, maria, [1, 3])
    const gabriel = await portal.signIn('g.alvarez@example.com')
    expect([await isOpen(guardian), await isOpen(gabriel)]).toEqual([true, true])
    await disable(owner)
    expect([await isOpen(guardian), await isOpen(gabriel)]).toEqual([false, true])
    await enable(owner)
    expect(await signInFails(portal)).toBeUndefined()
    await portal.database.db.execute(
      sql`delete from authorisations where patient_id = ${patient} and relation <> 'self'`,
    )
  })

  it('loses flows, drafts, invitations and what waits', async ({ portal, calls }) => {
    const { db } = portal.database
    const maria = await portal.signIn('maria.alvarez')
    await maria.act('messages.saveDraft', { draft: crypto.randomUUID(), subject: 'Hello', body: 'A question' })
    await withSetting(portal, { name: 'Guardian_Invitations', value: true }, async () => {
      expect((await maria.act('account.inviteGuardian', newInvitation())).status).toBe(200)
    })
    await db.execute(sql`insert into message_drafts (account_id, licensee_id, patient_id, id, content, saved_at)
      select account_id, licensee_id, patient_id, 'draft-of-test', 'x', now() from authorisations
      where patient_id = ${patient} and relation = 'self' on conflict do nothing`)
    const claim = { Username: 'maria.alvarez', PatientDOB: '1984-06-21', PatientEmail: people.mariaAlvarez.email }
    const recovering = portal.visitor()
    expect((await recovering.act('account.forgotPassword', claim)).status).toBe(200)
    expect(await countOf(portal, 'invitations')).toBeGreaterThan(0)
    await disable(calls)
    for (const table of ['invitations', 'message_drafts', 'record_exports', 'waiting_list'])
      expect([table, await countOf(portal, table)]).toEqual([table, 0])
    expect((await recovering.act<Answer>('account.sendRecoveryCode', { byEmail: true })).body.code).toBe(
      'recovery.again',
    )
  })

  it('is notified by an email without a reason, and so is one who is enabled', async ({ portal, calls }) => {
    const to = people.mariaAlvarez.email
    await disable(calls)
    await runDueJobs(portal, notifyOwner, deliverMessage)
    const closed = await messageTo(portal, to, /^Your online account at Lakeside Dermatology is closed$/)
    expect(closed.text).not.toMatch(/Moved|Maria|Alvarez/)
    await enable(calls)
    await runDueJobs(portal, notifyOwner, deliverMessage)
    await messageTo(portal, to, /is open again/)
  })

  it('is reported to the record server once, also if it is down at first [2 §7.54]', async ({ portal, calls }) => {
    await portal.fault({ kind: 'down', path: 'disablepatient' })
    expect((await disable(calls)).status).toBe(200)
    await runDueJobs(portal, notifyOwner)
    expect(await signInFails(portal)).toBe(generic)
    expect([await reports(portal), (await factsOf(calls)).words.includes('do not have this yet')]).toEqual([[], true])
    await portal.heal()
    await runDueJobs(portal, endAccess)
    expect(await reports(portal)).toEqual([{ n: Number(patient) }])
    expect((await factsOf(calls)).words).not.toContain('do not have this yet')
    await portal.records.db.execute(sql`update patients set portal_disabled_at = null`)
    await runDueJobs(portal, endAccess)
    expect(await reports(portal)).toEqual([])
  })

  it('is not reported once enabled again', async ({ portal, calls }) => {
    await portal.fault({ kind: 'down', path: 'disablepatient' })
    await disable(calls)
    await runDueJobs(portal, endAccess) // what it began while the patient was disabled has failed
    await enable(calls)
    await portal.heal()
    await runDueJobs(portal, endAccess)
    expect(await reports(portal)).toEqual([])
  })

  it('stands on the page with since when, by whom and why, at once for everybody [2 §2.147]', async ({
    portal,
    calls,
    owner,
  }) => {
    expect((await factsOf(owner)).facts).toMatchObject({ 'Online access': 'Enabled' })
    const topic = staffPatientTopic({ licenseeId: 'lakeside', patientId: patient })
    const cookie = [...owner.cookies].map((each) => each.join('=')).join('; ')
    const watching = await openLivePage(portal, [topic], { cookie })
    await disable(calls)
    await watching.caughtUp()
    expect(watching.heard.flatMap(({ topics }) => topics)).toContain(topic)
    const { facts, words, first } = await factsOf(owner)
    expect([facts, first]).toEqual([{ 'Online access': 'Disabled' }, 'disabled'])
    for (const each of ['This patient is disabled', 'Moved away', 'What the office did']) expect(words).toContain(each)
  })
})

describe('disabling', () => {
  it('asks for a reason, and says so', async ({ calls }) => {
    for (const [typed, message] of [
      [{ reason: '' }, 'Please write down the reason.'],
      [{ reason: ' \n ' }, 'Please write down the reason.'],
      [{ reason: 'x'.repeat(501) }, 'Please enter at most 500 characters.'],
      [{ reason: 'Card 4242 4242 4242 4242' }, 'Please do not write a card number here.'],
    ] as const) {
      const { status, body } = await disable(calls, typed)
      expect([status, body.errors?.[0]?.message]).toEqual([422, message])
    }
    expect((await disable(calls, { patient: '1001x' })).status).toBe(422)
  })

  it('needs a fresh proof of who does it', async ({ portal }) => {
    const staff = await portal.signIn('calls.desk')
    const { status, body } = await staff.act<Answer>('accountHelp.disable', { patient, reason }, { proves: false })
    expect([status, dialogOf(body.effects)?.title, await disabledRows(portal)]).toEqual([
      200,
      'Confirm that it is you',
      [],
    ])
    const wrong = await staff.act<Answer>('accountHelp.disable', { patient, reason, Proof: 'Wrong-River-58' })
    expect([wrong.status, wrong.body.code, await disabledRows(portal)]).toEqual([422, 'proof.wrong', []])
    expect((await disable(staff)).status).toBe(200)
    const rows = await rowsOf<{ detail: string }>(
      portal.database.db,
      sql`select detail from audit_log where event = 'action:accountHelp.disable' and outcome = 'ok' order by id desc`,
    )
    expect(rows[0]?.detail).toBe(JSON.stringify({ reason }))
  })

  it('is done ten times an hour by one account, however fast others are', async ({ portal, calls, owner }) => {
    countAgain()
    const one = async (visitor: Visitor) => {
      const { status } = await disable(visitor)
      await enableByHand(portal)
      return status
    }
    for (let time = 1; time <= 10; time++) expect([time, await one(calls)]).toEqual([time, 200])
    expect([await one(calls), await one(owner)]).toEqual([429, 200])
  })

  it('is done once: the second of two is told that it is so', async ({ portal, calls, owner }) => {
    const answers = await Promise.all([disable(calls), disable(owner)])
    expect(sorted(answers)).toEqual([200, 409])
    expect((await disable(calls)).body).toMatchObject({
      code: 'accountHelp.alreadyDisabled',
      detail: 'This patient is disabled already. The page shows by whom, and why.',
    })
    expect((await calls.act<Answer>('accountHelp.askDisable', { patient })).body.code).toBe(
      'accountHelp.alreadyDisabled',
    )
    const enabled = await Promise.all([enable(calls), enable(owner)])
    expect(sorted(enabled)).toEqual([200, 409])
    expect((await enable(calls)).body.code).toBe('accountHelp.notDisabled')
    expect((await calls.act<Answer>('accountHelp.askEnable', { patient })).body.code).toBe('accountHelp.notDisabled')
    expect((await actsIn(portal)).map(({ what }) => what)).toEqual(['disabled', 'enabled'])
  })

  it('is for the front desk and the owner only, of this practice', async ({
    portal,
    recorder,
    setter,
    gabriel,
    stranger,
    calls,
  }) => {
    for (const name of ['disable', 'enable', 'askDisable', 'askEnable', 'stopPayments']) {
      const input = { patient, ...(/^(dis|en)able$/.test(name) ? { reason } : {}) }
      for (const visitor of [recorder, setter, gabriel])
        expect([name, (await visitor.act(`accountHelp.${name}`, input)).status]).toEqual([name, 403])
      expect((await portal.visitor().act(`accountHelp.${name}`, input)).status).toBe(401)
      expect((await stranger.act(`accountHelp.${name}`, input)).status).toBe(404)
    }
    expect((await disable(calls, { patient: String(people.ameliaNovak.patientN) })).body.detail).toBe(
      'Nobody uses the portal for this patient yet.',
    )
    expect(await disabledRows(portal)).toEqual([])
  })

  it('happens whole or not at all, at whatever statement the database is lost', async ({ portal, calls }) => {
    const { db } = portal.database
    let maria = await portal.signIn('maria.alvarez')
    const statements = await dying.everyDeath(async (dies) => {
      calls.move()
      const { status } = await dies(() => disable(calls))
      const [account] = await rowsOf<{ off: boolean }>(
        db,
        sql`select disabled_at is not null as off from accounts where login = 'maria.alvarez'`,
      )
      const isDisabled = (await disabledRows(portal)).length === 1
      expect([(await actsIn(portal)).length, account?.off, await isOpen(maria)]).toEqual(
        isDisabled ? [1, true, false] : [0, false, true],
      )
      if (status === 200) expect(isDisabled).toBe(true)
      if (!isDisabled) return
      await runDueJobs(portal, endAccess, notifyOwner)
      await enableByHand(portal)
      maria = await portal.signIn('maria.alvarez')
    })
    expect(statements).toBeGreaterThan(10)
  })
})

describe('enabling', () => {
  it('happens whole or not at all, at whatever statement the database is lost', async ({ portal, calls }) => {
    const statements = await dying.everyDeath(async (dies) => {
      calls.move()
      await enableByHand(portal)
      expect((await disable(calls)).status).toBe(200)
      const { status } = await dies(() => enable(calls))
      const isEnabled = (await disabledRows(portal)).length === 0
      expect((await actsIn(portal)).map(({ what }) => what)).toEqual(isEnabled ? ['disabled', 'enabled'] : ['disabled'])
      if (status === 200) expect(isEnabled).toBe(true)
      await runDueJobs(portal, endAccess, notifyOwner)
    })
    expect(statements).toBeGreaterThan(6)
  })
})

describe('open pages of a patient who is disabled', () => {
  it('end at once, and those of others stay open', async ({ portal, calls, gabriel }) => {
    const maria = await portal.signIn('maria.alvarez')
    const guardian = await guardianOf(portal, maria, [1])
    const cookieOf = ({ cookies }: Visitor) => [...cookies].map((each) => each.join('=')).join('; ')
    const pages = await Promise.all(
      [maria, guardian, gabriel].map((visitor) => openLivePage(portal, [], { cookie: cookieOf(visitor) })),
    )
    expect((await disable(calls)).status).toBe(200)
    await expect.poll(() => pages.map((page) => page.hasEnded())).toEqual([true, true, false])
    await enable(calls)
    await portal.database.db.execute(
      sql`delete from authorisations where patient_id = ${patient} and relation <> 'self'`,
    )
  })
})

describe('installments that run', () => {
  const ask = async (visitor: Visitor) =>
    dialogOf((await visitor.act<Answer>('accountHelp.askDisable', { patient })).body.effects)
  const plans = ({ database }: RunningPortal) =>
    rowsOf<{ state: string; reason: string | null }>(
      database.db,
      sql`select state, stopped_by as reason from installment_plans`,
    )

  it('are shown, and must be decided about: no answer is chosen before', async ({ portal, calls }) => {
    expect(wordsOf((await ask(calls))?.blocks ?? [])).not.toContain('Running installments')
    await agree(portal, await portal.signIn('maria.alvarez'))
    const dialog = await ask(calls)
    expect(wordsOf(dialog?.blocks ?? [])).toContain('Maria Alvarez pays in installments with Visa ending in 4242.')
    const [form] = blocksOf(dialog?.blocks, 'form')
    expect([form?.value, form?.schema.required]).toEqual([{}, ['payments', 'reason']])
    const { body } = await disable(calls)
    expect(body.code).toBe('accountHelp.paymentsChanged')
    expect(await disabledRows(portal)).toEqual([])
  })

  it('stop with the patient, and the payer is notified', async ({ portal, calls }) => {
    await agree(portal, await portal.signIn('maria.alvarez'))
    await runDueJobs(portal, notifyPayer, deliverMessage)
    expect((await disable(calls, { payments: 'stop' })).status).toBe(200)
    expect(await plans(portal)).toEqual([{ state: 'stopped', reason: 'office' }])
    await runDueJobs(portal, notifyPayer, deliverMessage)
    const mails = await portal.outbox(people.mariaAlvarez.email)
    const stopped = mails.find(({ subject }) => subject.includes('have stopped'))
    expect(stopped?.text).toContain('The office has stopped them.')
    expect(stopped?.text).not.toContain('Open Billing')
  })

  it('go on if the front desk lets them, are charged, and can be stopped later', async ({ portal, calls }) => {
    await agree(portal, await portal.signIn('maria.alvarez'))
    expect((await disable(calls, { payments: 'go on' })).status).toBe(200)
    await makeDue(portal, 0)
    await makeDue(portal, 1)
    await runNow(portal, chargeInstallments)
    const paid = await rowsOf<{ state: string }>(
      portal.database.db,
      sql`select state from installments where state = 'paid'`,
    )
    expect(paid.length).toBe(1)
    expect((await factsOf(calls)).facts.Installments).toContain('pays in installments')
    expect((await calls.act('accountHelp.stopPayments', { patient })).status).toBe(200)
    expect(await plans(portal)).toEqual([{ state: 'stopped', reason: 'office' }])
    expect((await calls.act<Answer>('accountHelp.stopPayments', { patient })).body.code).toBe('accountHelp.noPayments')
    await enable(calls)
    expect((await calls.act<Answer>('accountHelp.stopPayments', { patient })).body.code).toBe('accountHelp.notDisabled')
  })
})

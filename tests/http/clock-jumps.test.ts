import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import { deleteExpired } from '../../server/delete-expired.ts'
import { endHolds } from '../../server/features/booking/end-holds.ts'
import { requestRemoval, takeRequest } from '../../server/features/account-help/second-factor-removals.store.ts'
import { forgetInvitations } from '../../server/features/guardians/forget-invitations.ts'
import { postPayment } from '../../server/features/payments/post-payment.ts'
import { resolvePayments } from '../../server/features/payments/resolve-payments.ts'
import { beginFlow, readFlow } from '../../server/identity/flow.store.ts'
import { insertStaffInvitation, readStaffInvitation } from '../../server/identity/staff-invitations.store.ts'
import { claimKey } from '../../server/protocol/idempotency-store.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { book, freeSlots, hold, holdIdOf, leadsTo, takeSlot } from '../support/booking.ts'
import { dialogOf, inputOf } from '../support/card-payment.ts'
import { runDueJobs, runNow } from '../support/jobs.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal } from '../support/portal.ts'
import { beginRecovery, claimOf, codeSentTo, verify } from '../support/recovery.ts'
import { cardsIn, inputIn } from '../support/saved-cards.ts'
import { charged, stored } from '../support/stored-payments.ts'
import { bothEngines } from '../support/databases.ts'

const test = portalTest()
const hourMs = 3_600_000
const minuteMs = 60_000
const jumpMs = 5 * hourMs
const asMaria = { Username: 'maria.alvarez', Password: 'Sunny-Harbor-42' }

/** The clock of the portal is five hours ahead when a test begins, and is set right within it. */
beforeEach<{ portal: RunningPortal }>(({ portal }) => void (portal.clock.aheadMs = jumpMs))
const setRight = ({ clock }: RunningPortal) => void (clock.aheadMs = 0)
const later = ({ clock }: RunningPortal, minutes: number) => void (clock.aheadMs += minutes * minuteMs)

describe('when the clock was ahead and is set back', bothEngines, () => {
  test('a session stays open for who uses it, and ends in its usual time for who does not', async ({ portal }) => {
    const [used, left] = [await portal.signIn('maria.alvarez'), await portal.signIn('maria.alvarez')]
    setRight(portal)
    const statusFor = async (visitor: typeof used) => (await visitor.get('/ui/screens/user/home/dashboard')).status
    expect(await statusFor(used)).toBe(200)
    await runNow(portal, deleteExpired)
    later(portal, 9)
    expect(await statusFor(used)).toBe(200)
    later(portal, 2)
    expect([await statusFor(used), await statusFor(left)]).toEqual([200, 401])
  })

  test('a session ends twelve hours after its beginning at the latest', async ({ portal }) => {
    const visitor = await portal.signIn('maria.alvarez')
    setRight(portal)
    await runNow(portal, deleteExpired)
    const ends = await rowsOf<{ inTime: boolean }>(
      portal.database.db,
      sql`select bool_and(ends_at <= ${new Date(Date.now() + 12 * hourMs + minuteMs).toISOString()}::timestamptz) as "inTime" from sessions`,
    )
    expect(ends).toEqual([{ inTime: true }])
    expect((await visitor.get('/ui/screens/user/home/dashboard')).status).toBe(200)
  })

  test('a code is no longer valid, and a new one is', async ({ portal }) => {
    const { mariaAlvarez: maria } = people
    const visitor = portal.visitor()
    await beginRecovery(visitor, claimOf(asMaria.Username, maria))
    await visitor.act('account.sendRecoveryCode', { byEmail: true })
    const code = await codeSentTo(portal, maria.email)
    setRight(portal)
    expect((await verify(visitor, code)).body.code).toBe('verification.over')
    await visitor.act('account.resendRecoveryCode', {})
    expect((await verify(visitor, await codeSentTo(portal, maria.email))).body.effects).toEqual([
      { type: 'navigate', to: '/user/resetpassword', replace: true },
    ])
  })

  test('links and invitations last for their time from now, not until the clock has caught up', async ({ portal }) => {
    const { db } = portal.database
    const at = portal.portal.now()
    const licenseeId = 'lakeside'
    const id = await beginFlow(db, { licenseeId, purpose: 'resetLink', step: 'begun', subject: {}, at, minutes: 60 })
    const invitation = { licenseeId, email: 'a@example.org', firstName: 'A', lastName: 'B', roles: [], invitedBy: null }
    const { token = '' } = (await insertStaffInvitation(db, { ...invitation, at })) ?? {}
    setRight(portal)
    await runNow(portal, deleteExpired)
    const isOpen = async () => {
      const now = portal.portal.now()
      const flow = await readFlow(db, { licenseeId, purpose: 'resetLink', id, at: now })
      return [flow !== undefined, (await readStaffInvitation(db, { licenseeId, token, at: now })) !== undefined]
    }
    expect(await isOpen()).toEqual([true, true])
    later(portal, 58)
    expect(await isOpen()).toEqual([true, true])
    later(portal, 3)
    expect(await isOpen()).toEqual([false, true])
    later(portal, 7 * 24 * 60 - 61 + 1)
    expect(await isOpen()).toEqual([false, false])
  })

  test('an invitation of a guardian lasts for seven days from now', async ({ portal }) => {
    const at = portal.portal.now().toISOString()
    await portal.database.db.execute(
      sql`insert into invitations (token_hash, licensee_id, invited_by, patient_id, emr_id, patient_first_name,
          patient_last_name, first_name, last_name, birth_day, relation, email, created_at, ends_at)
        values ('h', 'lakeside', 1, '1001', 'LSD-1001', 'M', 'A', 'G', 'A', '1980-01-01', 'parent', 'g@example.org',
          ${at}::timestamptz, ${at}::timestamptz + interval '7 days')`,
    )
    setRight(portal)
    await runNow(portal, forgetInvitations)
    const [row] = await rowsOf<{ days: number }>(
      portal.database.db,
      sql`select round(extract(epoch from ends_at - ${portal.portal.now().toISOString()}::timestamptz) / 864) / 100 as days
        from invitations where token_hash = 'h'`,
    )
    expect(Number(row?.days)).toBeCloseTo(7, 1)
  })

  test('a one-time password lasts for its day from now', async ({ portal }) => {
    const at = portal.portal.now().toISOString()
    const { db } = portal.database
    await db.execute(
      sql`update accounts set must_reset = true, password_changed_at = ${at}::timestamptz,
        password_ends_at = ${at}::timestamptz + interval '1 day' where login = 'thomas.reed'`,
    )
    setRight(portal)
    await runNow(portal, deleteExpired)
    later(portal, 24 * 60 - 2)
    const status = async () =>
      (await portal.visitor().act('account.signIn', { Username: 'thomas.reed', Password: 'Old-Garden-13' })).status
    expect(await status()).toBe(200)
    later(portal, 4)
    expect(await status()).toBe(422)
  })

  test('a key of an action whose process was killed can be used again after half a minute', async ({ portal }) => {
    const { db } = portal.database
    const claim = async () =>
      (await claimKey(db, { owner: 'o', key: 'k', action: 'a', inputHash: 'h', at: portal.portal.now() })).state
    expect(await claim()).toBe('mine')
    setRight(portal)
    await runNow(portal, deleteExpired)
    expect(await claim()).toBe('running')
    later(portal, 1)
    expect(await claim()).toBe('mine')
  })

  test('a held time is free again after ten minutes, and a booking of a killed process is settled', async ({
    portal,
  }) => {
    const maria = await portal.signIn('maria.alvarez')
    const slots = await freeSlots(portal, maria)
    const kept = takeSlot(slots)
    const id = holdIdOf(await hold(maria, kept))
    setRight(portal)
    await runNow(portal, endHolds)
    later(portal, 11)
    await runNow(portal, endHolds)
    const stateOf = async (holdId: string) =>
      (await rowsOf<{ state: string }>(portal.database.db, sql`select state from holds where id = ${holdId}`))[0]?.state
    expect(await stateOf(id)).toBe('released')

    portal.clock.aheadMs = jumpMs
    const other = await portal.signIn('new.patient')
    const left = holdIdOf(await hold(other, takeSlot(slots)))
    const at = portal.portal.now().toISOString()
    await portal.database.db.execute(
      sql`update holds set state = 'booking', changed_at = ${at}::timestamptz where id = ${left}`,
    )
    setRight(portal)
    await runNow(portal, endHolds)
    later(portal, 1)
    await runNow(portal, endHolds)
    expect(await stateOf(left)).toBe('released')
    expect(leadsTo(await book(other, holdIdOf(await hold(other, takeSlot(slots)))))).toContain('/user/')
  })

  test('a request to remove a second factor waits no longer than usual, and another one takes its place', async ({
    portal,
  }) => {
    const { db } = portal.database
    const request = (requestedBy: number) => {
      const requestedAt = portal.portal.now()
      const endsAt = new Date(requestedAt.getTime() + 30 * minuteMs)
      return requestRemoval(db, { accountId: 7, requestedBy, reason: 'Lost the phone', requestedAt, endsAt })
    }
    const take = (confirmedBy: number) => takeRequest(db, { accountId: 7, confirmedBy, at: portal.portal.now() })
    expect([await request(1), await request(2)]).toEqual([true, false])
    setRight(portal)
    expect(await take(2)).toBeUndefined()
    expect([await request(2), await request(1)]).toEqual([true, false])
    expect((await take(1))?.requestedBy).toBe(2)
  })

  test('a payment without an answer is looked up within minutes, and charged once', async ({ portal }) => {
    const maria = await portal.signIn('maria.alvarez')
    const [card] = await cardsIn(maria)
    const input = inputOf(dialogOf((await maria.act('payments.chooseSaved', inputIn(card))).body.effects))
    await portal.fault({ kind: 'lost', path: 'cc/finalPayment', times: 1 })
    await portal.fault({ kind: 'down', path: 'cc/endPayment' })
    await maria.act('payments.pay', input)
    expect(await stored(portal)).toMatchObject([{ state: 'unknown' }])
    await portal.heal()
    setRight(portal)
    await runNow(portal, resolvePayments)
    later(portal, 2)
    await runNow(portal, resolvePayments)
    await runDueJobs(portal, postPayment)
    expect(await stored(portal)).toMatchObject([{ state: 'posted' }])
    expect(await charged(portal)).toHaveLength(1)
  })
})

test('when the clock goes ahead by days, nobody stays signed in and no code or link is valid', async ({ portal }) => {
  setRight(portal)
  const visitor = await portal.signIn('maria.alvarez')
  const recovering = portal.visitor()
  await beginRecovery(recovering, claimOf(asMaria.Username, people.mariaAlvarez))
  await recovering.act('account.sendRecoveryCode', { byEmail: true })
  const code = await codeSentTo(portal, people.mariaAlvarez.email)
  later(portal, 3 * 24 * 60)
  expect((await visitor.get('/ui/screens/user/home/dashboard')).status).toBe(401)
  expect((await verify(recovering, code)).body.code).toBe('recovery.again')
})

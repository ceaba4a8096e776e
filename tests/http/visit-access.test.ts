/** @module-tag database */
import { describe, expect } from 'vitest'
import { goodPassword, guardianId, newGuardian, newInvitation, tokenTo } from '../support/guardians.ts'
import { portalTest } from '../support/portal-test.ts'
import { sessionCookieOf, type RunningPortal, type Visitor } from '../support/portal.ts'
import { withSetting } from '../support/switches.ts'
import { bookVisit, callAt, linksOf, openEnd, recordOf, type End } from '../support/visits.ts'

/** `cookie` belongs to Maria's session; `enter` opens a participant of a call, closed after the test. */
const test = portalTest()
  .extend('session', { scope: 'file' }, async ({ portal }) => {
    const maria = portal.visitor()
    const { headers } = await maria.act('account.signIn', { Username: 'maria.alvarez', Password: 'Sunny-Harbor-42' })
    return { maria, cookie: sessionCookieOf(headers) }
  })
  .extend('maria', { scope: 'file' }, ({ session }) => session.maria)
  .extend('cookie', { scope: 'file' }, ({ session }) => session.cookie)
  .extend('enter', ({ portal }, { onCleanup }) => {
    const ends: End[] = []
    onCleanup(() => {
      for (const { socket } of ends) socket.disconnect()
    })
    return (pass: string, cookie?: string) => {
      const end = openEnd(portal.url, { pass, cookie })
      ends.push(end)
      return end
    }
  })
  .extend('providersEnd', ({ portal, enter }) => async (address: string) => {
    return enter((await callAt(portal.visitor(), address)).pass)
  })
  .extend('visitNow', ({ portal, maria }) => async () => {
    const startsAt = new Date(Math.floor(portal.portal.now().getTime() / 1000) * 1000 + 60_000)
    const id = await bookVisit(portal.records, { startsAt })
    return { id, ...(await linksOf(portal, maria, id)) }
  })

const poll = <T>(ask: () => T) => expect.poll(ask)
const hears = (end: End, word: string) => poll(() => end.events).toContain(word)

/** A signed-in guardian of Maria. */
async function guardian(
  portal: RunningPortal,
  maria: Visitor,
): Promise<{ login: string; visitor: Visitor; cookie: string }> {
  const { Auth_Login: login, Password, ...request } = newGuardian()
  expect((await maria.act('account.addGuardian', { ...request, Auth_Login: login, Password })).status).toBe(200)
  const visitor = portal.visitor()
  const signedIn = await visitor.act('account.signIn', { Username: login, Password, IsGuardian: true })
  return { login, visitor, cookie: sessionCookieOf(signedIn.headers) }
}

describe('a guardian of the patient', () => {
  test('joins for them, and is out of the call at once when no longer authorised', async ({
    portal,
    maria,
    enter,
    providersEnd,
    visitNow,
  }) => {
    const { id, patient, provider } = await visitNow()
    const { login, visitor, cookie: theirs } = await guardian(portal, maria)
    const { pass } = await callAt(visitor, patient)
    const [hers, his] = [enter(pass, theirs), await providersEnd(provider)]
    await Promise.all([hears(hers, 'met'), hears(his, 'met')])
    const removed = await maria.act('account.removeGuardian', { guardian: await guardianId(maria, login) })
    expect(removed.status).toBe(200)
    await hears(hers, 'gone')
    await poll(() => his.events.at(-1)).toBe('waiting')
    expect((await visitor.get(`/ui/screens${patient}`)).body.blocks.map(({ id: block }) => block)).toContain('sign-in')
    await hears(enter(pass, theirs), 'refused')
    await poll(() => recordOf(portal, id)).toMatchObject({ is_patient_joined: false })
  })

  test('who may not see appointments gets no call', async ({ portal, maria, visitNow }) => {
    const { patient } = await visitNow()
    await withSetting(portal, { name: 'Guardian_Invitations', value: true }, async () => {
      const request = newInvitation({ scope: [2, 3] })
      expect((await maria.act('account.inviteGuardian', request)).status).toBe(200)
      const visitor = portal.visitor()
      const token = await tokenTo(portal, request.Auth_Login)
      const typed = { Password: goodPassword, Password2: goodPassword }
      expect((await visitor.act('account.acceptInvitation', { token, ...typed })).status).toBe(200)
      const { status, body } = await visitor.get(`/ui/screens${patient}`)
      expect([status, body.code, JSON.stringify(body).includes('"pass"')]).toEqual([403, 'route.off', false])
    })
  })

  test('does not push out the patient who is there already', async ({ portal, maria, cookie, enter, visitNow }) => {
    const { patient } = await visitNow()
    const hers = enter((await callAt(maria, patient)).pass, cookie)
    await hears(hers, 'waiting')
    const { visitor, cookie: theirs } = await guardian(portal, maria)
    await hears(enter((await callAt(visitor, patient)).pass, theirs), 'full')
    expect([hers.socket.connected, hers.events.includes('taken')]).toEqual([true, false])
  })
})

describe('a visit that the provider has ended', () => {
  test('lets nobody in again with the pass they still have, and the record server hears of nobody', async ({
    portal,
    maria,
    cookie,
    enter,
    providersEnd,
    visitNow,
  }) => {
    const { id, patient, provider } = await visitNow()
    const { pass } = await callAt(maria, patient)
    const [hers, his] = [enter(pass, cookie), await providersEnd(provider)]
    await Promise.all([hears(hers, 'met'), hears(his, 'met')])
    his.socket.emit('end')
    await Promise.all([hears(hers, 'gone'), hears(his, 'gone')])
    await poll(async () => (await recordOf(portal, id))?.ended_at ?? null).not.toBeNull()
    await hears(enter(pass, cookie), 'over')
    expect(await recordOf(portal, id)).toMatchObject({ is_patient_joined: false })
  })

  test('while the record server is down goes on, and all of it is sent later in order', async ({
    portal,
    maria,
    cookie,
    enter,
    visitNow,
  }) => {
    const { id, patient, provider } = await visitNow()
    const [{ pass }, host] = [await callAt(maria, patient), await callAt(portal.visitor(), provider)]
    await portal.fault({ kind: 'down' })
    const [hers, his] = [enter(pass, cookie), enter(host.pass)]
    await Promise.all([hears(hers, 'met'), hears(his, 'met')])
    his.socket.emit('end')
    await Promise.all([hears(hers, 'ended'), hears(his, 'ended')])
    expect(await recordOf(portal, id)).toMatchObject({ ended_at: null, patient_joined_at: null })
    await portal.heal()
    portal.clock.aheadMs += 60_000
    await poll(async () => (await recordOf(portal, id))?.ended_at ?? null).not.toBeNull()
    const record = await recordOf(portal, id)
    expect(record).toMatchObject({ is_patient_joined: false })
    expect([record?.patient_joined_at, record?.provider_joined_at]).not.toContain(null)
  })
})

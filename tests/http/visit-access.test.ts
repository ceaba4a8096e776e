import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goodPassword, guardianId, newGuardian, newInvitation, tokenTo } from '../support/guardians.ts'
import { sessionCookieOf, startPortal, type RunningPortal, type Visitor } from '../support/portal.ts'
import { setSetting } from '../support/switches.ts'
import { bookVisit, callAt, linksOf, openEnd, recordOf, type End, type VisitLinks } from '../support/visits.ts'

let portal: RunningPortal
let maria: Visitor
let cookie: string
const ends: End[] = []

beforeAll(async () => {
  portal = await startPortal()
  maria = portal.visitor()
  cookie = sessionCookieOf(
    (await maria.act('account.signIn', { Username: 'maria.alvarez', Password: 'Sunny-Harbor-42' })).headers,
  )
})
afterAll(async () => {
  for (const { socket } of ends) socket.disconnect()
  await portal.close()
})

async function visitNow(): Promise<VisitLinks & { id: string }> {
  const startsAt = new Date(Math.floor(portal.portal.now().getTime() / 1000) * 1000 + 60_000)
  const id = await bookVisit(portal.records, { startsAt })
  return { id, ...(await linksOf(portal, maria, id)) }
}

function enter(pass: string, mine?: string): End {
  const end = openEnd(portal.url, { pass, cookie: mine })
  ends.push(end)
  return end
}

const providersEnd = async (address: string) => enter((await callAt(portal.visitor(), address)).pass)
const poll = <T>(ask: () => T) => expect.poll(ask, { timeout: 10_000 })
const hears = (end: End, word: string) => poll(() => end.told).toContain(word)

/** Somebody whom Maria has let act for her, signed in. */
async function guardian(): Promise<{ login: string; visitor: Visitor; cookie: string }> {
  const { Auth_Login: login, Password, ...wish } = newGuardian()
  expect((await maria.act('account.addGuardian', { ...wish, Auth_Login: login, Password })).status).toBe(200)
  const visitor = portal.visitor()
  const signedIn = await visitor.act('account.signIn', { Username: login, Password, IsGuardian: true })
  return { login, visitor, cookie: sessionCookieOf(signedIn.headers) }
}

describe('a guardian of the patient', () => {
  test('joins for them, and is out of the call at once when no longer authorised', async () => {
    const { id, patient, provider } = await visitNow()
    const { login, visitor, cookie: theirs } = await guardian()
    const { pass } = await callAt(visitor, patient)
    const [hers, his] = [enter(pass, theirs), await providersEnd(provider)]
    await Promise.all([hears(hers, 'met'), hears(his, 'met')])
    const removed = await maria.act('account.removeGuardian', { guardian: await guardianId(maria, login) })
    expect(removed.status).toBe(200)
    await hears(hers, 'gone')
    await poll(() => his.told.at(-1)).toBe('waiting')
    expect((await visitor.get(`/ui/screens${patient}`)).body.blocks.map(({ id: block }) => block)).toContain('sign-in')
    await hears(enter(pass, theirs), 'refused')
    await poll(() => recordOf(portal, id)).toMatchObject({ is_patient_joined: false })
  })

  test('who may not see appointments gets no call', async () => {
    const { patient } = await visitNow()
    await setSetting(portal, { name: 'Guardian_Invitations', value: true })
    const wish = newInvitation({ scope: [2, 3] })
    expect((await maria.act('account.inviteGuardian', wish)).status).toBe(200)
    const visitor = portal.visitor()
    const token = await tokenTo(portal, wish.Auth_Login)
    const typed = { Password: goodPassword, Password2: goodPassword }
    expect((await visitor.act('account.acceptInvitation', { token, ...typed })).status).toBe(200)
    const { status, body } = await visitor.get(`/ui/screens${patient}`)
    expect([status, body.code, JSON.stringify(body).includes('"pass"')]).toEqual([403, 'route.off', false])
    await setSetting(portal, { name: 'Guardian_Invitations', value: false })
  })

  test('does not push out the patient who is there already', async () => {
    const { patient } = await visitNow()
    const hers = enter((await callAt(maria, patient)).pass, cookie)
    await hears(hers, 'waiting')
    const { visitor, cookie: theirs } = await guardian()
    await hears(enter((await callAt(visitor, patient)).pass, theirs), 'full')
    expect([hers.socket.connected, hers.told.includes('taken')]).toEqual([true, false])
  })
})

describe('a visit that the provider has ended', () => {
  test('lets nobody in again with the pass they still have, and the record server hears of nobody', async () => {
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

  test('while the record server is down goes on, and all of it is told later in order', async () => {
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
    portal.clock.aheadMs -= 60_000
  })
})

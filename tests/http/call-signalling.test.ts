/** @module-tag database */
import { describe, expect } from 'vitest'
import { createCallPasses, type CallPass } from '../../server/http/call-pass.ts'
import { portalTest } from '../support/portal-test.ts'
import { startPortal, type RunningPortal } from '../support/portal.ts'
import { openEnd, type End } from '../support/visits.ts'
import { letPass } from '../support/waiting.ts'

const secret = 'for tests only, thirty-two letters'
const passes = createCallPasses(secret)

let rooms = 0
const newRoom = () => `room-${(rooms += 1)}`
const hour = 3_600_000

function passFor(parts: Partial<CallPass>): string {
  const now = Date.now()
  const pass: CallPass = {
    licenseeId: 'lakeside',
    room: 'nowhere',
    role: 'guest',
    who: 'ann',
    notBefore: now - hour,
    until: now + hour,
    ...parts,
  }
  return passes.sign(pass)
}

const test = portalTest()
  /** If Redis connects processes, hosts and second devices use another one. */
  .extend('far', { scope: 'file' }, async ({ portal }, { onCleanup }) => {
    if (!process.env.TEST_REDIS_URL) return portal
    const far = await startPortal({ beside: portal })
    onCleanup(() => far.close())
    return far
  })
  /** Opens a participant of a call, closed after the test. */
  .extend('enter', ({ portal }, { onCleanup }) => {
    const ends: End[] = []
    onCleanup(() => {
      for (const { socket } of ends) socket.disconnect()
    })
    return (pass: unknown, { at = portal, host }: { at?: RunningPortal; host?: string } = {}) => {
      const end = openEnd(at.url, { pass, host })
      ends.push(end)
      return end
    }
  })
  .extend('guest', ({ enter }) => (room: string, more: Partial<CallPass> = {}) => {
    return enter(passFor({ room, ...more }))
  })
  .extend('host', ({ far, enter }) => (room: string) => {
    return enter(passFor({ room, role: 'host', who: 'bell' }), { at: far })
  })

/** With time to spare, because other tests may keep the machine busy. */
const poll = <T>(ask: () => T) => expect.poll(ask)
const hears = (end: End, word: string) => poll(() => end.events).toContain(word)

const silence = () => letPass(300, 'no message arrives')

describe('a pass', () => {
  const now = Date.now()
  const good = passFor({ room: 'r' })
  const hosts = passFor({ room: 'r', role: 'host' })
  /** Returns a changed pass body, as its holder could write it without the key. */
  const bodyOf = (parts: Partial<CallPass>) =>
    Buffer.from(JSON.stringify({ ...passes.read(good), ...parts })).toString('base64url')
  const refused: [string, unknown, string][] = [
    ['that is missing', undefined, 'refused'],
    ['that is no text', { room: 'r' }, 'refused'],
    ['that is signed with another secret', createCallPasses('x'.repeat(32)).sign(passes.read(good)!), 'refused'],
    ['that was altered', good.replace(/^./, (first) => (first === 'e' ? 'f' : 'e')), 'refused'],
    ['whose guest made it one of a host', `${bodyOf({ role: 'host' })}.${good.split('.')[1]}`, 'refused'],
    ['whose host made it one of a guest', `${bodyOf({ role: 'guest' })}.${hosts.split('.')[1]}`, 'refused'],
    ['with the mark of another', `${passFor({ room: 's' }).split('.')[0]}.${good.split('.')[1]}`, 'refused'],
    ['of another practice', passFor({ licenseeId: 'northgate' }), 'refused'],
    ['of a session that is not this one', passFor({ session: 'somebody else' }), 'refused'],
    ['for later', passFor({ notBefore: now + hour, until: now + 2 * hour }), 'early'],
    ['whose time is over', passFor({ until: now - 1 }), 'over'],
  ]
  test.for(refused)('%s does not admit [1 §3.28 §6.7 §7.30 §7.32]', async ([, pass, word], { enter }) => {
    const end = enter(pass)
    await hears(end, word)
    expect(end.socket.connected).toBe(false)
    expect(end.events).toEqual([word])
  })

  test('admits nobody on the host of no practice', async ({ enter }) => {
    const end = enter(good, { host: 'elsewhere.example' })
    await hears(end, 'refused')
  })
})

describe('a call', () => {
  test('waits for the other, and then both begin, one of them with the offer', async ({ guest, host }) => {
    const room = newRoom()
    const one = guest(room)
    await hears(one, 'waiting')
    const other = host(room)
    await Promise.all([hears(one, 'met'), hears(other, 'met')])
    expect([one.met[0]?.offers, other.met[0]?.offers]).toEqual([false, true])
    expect(one.met[0]?.call).toBe(other.met[0]?.call)
  })

  test('passes signals to the other end of the same room, and to nobody else', async ({ guest, host }) => {
    const room = newRoom()
    const [one, other] = [guest(room), host(room)]
    const [stranger, strangersHost] = [guest(newRoom()), host(newRoom())]
    await Promise.all([hears(one, 'met'), hears(other, 'met'), hears(stranger, 'waiting')])
    const message = { call: other.met.at(-1)!.call, signal: { type: 'offer', sdp: 'v=0' } }
    other.socket.emit('signal', message)
    await poll(() => one.signals).toEqual([message])
    for (const invalid of ['x', null, { call: 'one', signal: {} }, { call: 1, signal: {}, to: 'all' }])
      other.socket.emit('signal', invalid)
    await silence()
    expect([one.signals, other.signals, stranger.signals, strangersHost.signals]).toEqual([[message], [], [], []])
  })

  test('refuses a third, and the two go on', async ({ guest, host }) => {
    const room = newRoom()
    const [one, other] = [guest(room), host(room)]
    await Promise.all([hears(one, 'met'), hears(other, 'met')])
    const third = guest(room, { who: 'carl' })
    await hears(third, 'full')
    third.socket.emit('signal', { call: other.met.at(-1)!.call, signal: { type: 'offer' } })
    await hears(third, 'gone')
    expect([other.signals, one.socket.connected, other.socket.connected]).toEqual([[], true, true])
    expect(one.events).not.toContain('taken')
  })

  test('goes on at the later of two devices of one person, and the earlier is notified', async ({
    far,
    enter,
    guest,
    host,
  }) => {
    const room = newRoom()
    const [phone, other] = [guest(room), host(room)]
    await Promise.all([hears(phone, 'met'), hears(other, 'met')])
    const computer = enter(passFor({ room }), { at: far })
    await Promise.all([hears(phone, 'taken'), hears(computer, 'met')])
    phone.socket.emit('signal', { call: computer.met.at(-1)!.call, signal: { type: 'answer' } })
    await hears(phone, 'gone')
    expect(other.signals).toEqual([])
    expect(other.events.slice(other.events.indexOf('met') + 1)).not.toContain('waiting')
    expect(other.met.at(-1)?.call).toBe(computer.met.at(-1)?.call)
  })

  test('lets a guest leave their own part only [1 §4.60]', async ({ guest, host }) => {
    const room = newRoom()
    const [one, other] = [guest(room), host(room)]
    await Promise.all([hears(one, 'met'), hears(other, 'met')])
    one.socket.emit('end')
    await silence()
    expect(other.events).not.toContain('ended')
    one.socket.disconnect()
    await poll(() => other.events.at(-1)).toBe('waiting')
    const back = guest(room)
    await hears(back, 'met')
  })

  test('is ended by its host for both [1 §4.60]', async ({ guest, host }) => {
    const room = newRoom()
    const [one, other] = [guest(room), host(room)]
    await Promise.all([hears(one, 'met'), hears(other, 'met')])
    other.socket.emit('end')
    await Promise.all([hears(one, 'ended'), hears(other, 'ended')])
    await Promise.all([hears(one, 'gone'), hears(other, 'gone')])
  })

  test('begins anew when one end asks for it', async ({ guest, host }) => {
    const room = newRoom()
    const [one, other] = [guest(room), host(room)]
    await Promise.all([hears(one, 'met'), hears(other, 'met')])
    const before = one.met.at(-1)!.call
    one.socket.emit('again')
    await poll(() => one.met.at(-1)!.call).toBeGreaterThan(before)
    await poll(() => other.met.at(-1)!.call).toBe(one.met.at(-1)!.call)
  })

  test('is over for who waits alone when the pass is over, and goes on for two', async ({ guest, host }) => {
    const soon = { until: Date.now() + 5000 }
    const alone = guest(newRoom(), soon)
    const room = newRoom()
    const [one, other] = [guest(room, soon), host(room)]
    await Promise.all([hears(alone, 'waiting'), hears(one, 'met')])
    await poll(() => alone.events).toContain('ended')
    await hears(alone, 'gone')
    await silence()
    expect([one.socket.connected, other.socket.connected, one.events.includes('ended')]).toEqual([true, true, false])
  })

  test('drops who says too much at once, or too often', async ({ guest }) => {
    const room = newRoom()
    const long = guest(room)
    await hears(long, 'waiting')
    long.socket.emit('signal', { call: 1, signal: { sdp: 'x'.repeat(40_000) } })
    await hears(long, 'gone')
    const often = guest(newRoom())
    await hears(often, 'waiting')
    for (let times = 0; times < 400; times++) often.socket.emit('signal', { call: 1, signal: {} })
    await hears(often, 'gone')
  })
})

import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Hint } from '../../schemas/live.ts'
import { freeSlots, hold, holdIdOf, book } from '../support/booking.ts'
import { sessionCookieOf, startPortal, type RunningPortal, type Visitor } from '../support/portal.ts'

const times = 'licensee:lakeside/times/112'

let portal: RunningPortal
let maria: Visitor
const sockets: Socket[] = []
beforeAll(async () => {
  portal = await startPortal()
  maria = await portal.signIn('maria.alvarez')
})
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  await portal.close()
})

/** Another browser with a page that depends on `topics`; collects what it hears. */
async function openPage(topics: string[], cookie = ''): Promise<Hint[]> {
  const socket = io(portal.url, {
    path: '/ui/live',
    transports: ['websocket'],
    extraHeaders: { host: 'lakeside.localhost', cookie },
  })
  sockets.push(socket)
  const heard: Hint[] = []
  socket.on('hint', (hint: Hint) => heard.push(hint))
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', () => resolve())
    socket.on('connect_error', reject)
  })
  socket.emit('watch', topics)
  await new Promise((done) => setTimeout(done, 100)) // what it watches is on its way
  return heard
}

async function until(what: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !what(); tries++) await new Promise((done) => setTimeout(done, 10))
}

describe('open pages that show the times of a provider', () => {
  it('hear of each hold, release and booking, with its cause and nothing else', async () => {
    const heard = await openPage([times])
    const elsewhere = await openPage(['licensee:lakeside/times/101'])
    const [slot] = await freeSlots(portal, maria)
    const id = holdIdOf(await hold(maria, slot!, 'the-key-of-the-hold'))
    await until(() => heard.length > 0)
    expect(heard[0]).toEqual({ topics: [times], cause: 'the-key-of-the-hold' })
    await book(maria, id, 'the-key-of-the-booking')
    await until(() => heard.some(({ cause }) => cause === 'the-key-of-the-booking'))
    expect(heard.at(-1)?.topics).toContain(times)
    expect(elsewhere).toEqual([])
  })

  it('hear of a booking without whose it was; its owner hears that too', async () => {
    const page = await openPage([times])
    const signedIn = await portal
      .visitor()
      .act('account.signIn', { Username: 'maria.alvarez', Password: 'Sunny-Harbor-42' })
    const own = await openPage([times, 'person:1/appointments'], sessionCookieOf(signedIn.headers))
    const [slot] = await freeSlots(portal, maria)
    await book(maria, holdIdOf(await hold(maria, slot!)), 'whose-booking-it-was')
    await until(() => own.some(({ topics }) => topics.includes('person:1/appointments')))
    expect(own.flatMap(({ topics }) => topics)).toContain('person:1/appointments')
    expect(page.map(({ topics }) => topics)).toContainEqual([times])
    expect(page.flatMap(({ topics }) => topics).filter((topic) => topic !== times)).toEqual([])
  })

  it('hear nothing of whose appointment it was', async () => {
    const heard = await openPage(['person:1/appointments'])
    const [slot] = await freeSlots(portal, maria)
    await book(maria, holdIdOf(await hold(maria, slot!)))
    await new Promise((done) => setTimeout(done, 200))
    expect(heard).toEqual([])
  })
})

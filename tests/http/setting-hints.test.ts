import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Hint } from '../../schemas/live.ts'
import { startPortal, type RunningPortal, type Visitor } from '../support/portal.ts'

const topic = 'licensee:lakeside/settings/Enable_PE_Custom_Appointments'
const sockets: Socket[] = []

let running: RunningPortal
let admin: Visitor

beforeAll(async () => {
  running = await startPortal()
  admin = await running.signIn('front.desk')
})
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  await running.close()
})

/** A page that is open at a practice and shows what depends on `topics`; collects the hints that it hears. */
async function openPage(practice: 'lakeside' | 'northgate', topics: string[]): Promise<Hint[]> {
  const socket = io(running.url, {
    path: '/ui/live',
    transports: ['websocket'],
    extraHeaders: { host: `${practice}.localhost` },
  })
  sockets.push(socket)
  const heard: Hint[] = []
  socket.on('hint', (hint: Hint) => heard.push(hint))
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', () => resolve())
    socket.on('connect_error', reject)
  })
  socket.emit('watch', topics)
  return heard
}

async function until(what: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !what(); tries++) await new Promise((done) => setTimeout(done, 10))
}

async function change(value: boolean, key: string) {
  const { version } = running.portal.book.state('lakeside', 'Enable PE Custom Appointments')
  return admin.act(
    'admin.changeSetting',
    { name: 'Enable PE Custom Appointments', value, seenVersion: version },
    { key },
  )
}

describe('a changed setting', () => {
  it('is hinted at to the pages that depend on it, with its cause and without its value, and to no other practice', async () => {
    const dependent = await openPage('lakeside', [topic])
    const other = await openPage('lakeside', ['licensee:lakeside/settings/Theme_Radius'])
    const foreign = await openPage('northgate', [topic, topic.replace('lakeside', 'northgate')])
    await new Promise((done) => setTimeout(done, 100)) // what they watch is on its way
    expect((await change(true, 'the-key-of-this-act')).status).toBe(200)
    await until(() => dependent.length > 0)
    expect(dependent).toEqual([{ topics: [topic], cause: 'the-key-of-this-act' }])
    expect([...other, ...foreign]).toEqual([])
  })

  it('is no hint when the change was refused', async () => {
    const dependent = await openPage('lakeside', [topic])
    await new Promise((done) => setTimeout(done, 100))
    const refused = await admin.act('admin.changeSetting', {
      name: 'Enable PE Custom Appointments',
      value: true,
      seenVersion: 77,
    })
    expect(refused.status).toBe(409)
    await new Promise((done) => setTimeout(done, 200))
    expect(dependent).toEqual([])
  })

  it('changes the answer to a conditional request of the screens that depend on it only', async () => {
    const visitor = running.visitor()
    const [landing, privacy] = [await visitor.get('/ui/screens/'), await visitor.get('/ui/screens/privacypolicy')]
    const { version } = running.portal.book.state('lakeside', 'EnableBillingForPortal')
    await admin.act('admin.changeSetting', { name: 'EnableBillingForPortal', value: false, seenVersion: version })
    const again = (path: string, { headers }: typeof landing) =>
      visitor.get(`/ui/screens${path}`, { 'if-none-match': String(headers.etag) })
    expect((await again('/', landing)).status).toBe(200)
    expect((await again('/privacypolicy', privacy)).status).toBe(304)
  })
})

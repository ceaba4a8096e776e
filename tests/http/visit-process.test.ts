import { rmSync } from 'node:fs'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import type { Screen } from '../../schemas/screen.ts'
import { sessionCookieOf } from '../support/portal.ts'
import { startedFolder, startRealPortal, visitorAt, type RealPortal } from '../support/real-portal.ts'
import { bookAtStaff, patientAddress, providerAddress, staffPage } from '../support/staff-visits.ts'
import { openEnd, type End } from '../support/visits.ts'

const host = 'lakeside.localhost'
const poll = <T>(ask: () => T) => expect.poll(ask, { timeout: 30_000 })

type Visitor = ReturnType<typeof visitorAt>

async function passAt(visitor: Visitor, address: string): Promise<string> {
  const { blocks } = (await visitor.get(`/ui/screens${address}`)).body as Screen // the portal's tests check its responses
  const video = blocks.find(({ kind }) => kind === 'video') as { pass: string } | undefined // selected by its kind
  return video?.pass ?? ''
}

/** Kills it as a power cut would. */
async function kill({ process: child }: RealPortal): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

test('a process that is killed in a call and started again finds both ends back, and the visit ends as it should', async () => {
  const DATA_DIR = await startedFolder()
  let portal = await startRealPortal({ DATA_DIR })
  const ends: End[] = []
  try {
    const hers = visitorAt(portal)
    const sandbox = `http://127.0.0.1:${portal.sandboxPort}`
    await bookAtStaff(sandbox)
    const signedIn = await hers.act('account.signIn', { Username: 'maria.alvarez', Password: 'Sunny-Harbor-42' })
    const address = patientAddress((await hers.get('/ui/regions/appointments.next')).text)
    const pass = await passAt(hers, address)
    const hostPass = await passAt(visitorAt(portal), await providerAddress(sandbox, address))
    const at = `http://127.0.0.1:${portal.port}`
    const patient = openEnd(at, { pass, cookie: sessionCookieOf(signedIn.headers), host })
    const provider = openEnd(at, { pass: hostPass, host })
    ends.push(patient, provider)
    await poll(() => [patient.met.length, provider.met.length]).toEqual([1, 1])
    await poll(() => staffPage(sandbox)).toContain('the patient is there')

    await kill(portal)
    await poll(() => [patient.socket.connected, provider.socket.connected]).toEqual([false, false])
    const { port, sandboxPort, sandboxSmtpPort } = portal
    portal = await startRealPortal({
      DATA_DIR,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: String(sandboxSmtpPort),
    })
    await poll(() => [patient.met.length > 1, provider.met.length > 1]).toEqual([true, true])
    expect(patient.met.at(-1)?.call).toBe(provider.met.at(-1)?.call)
    provider.socket.emit('end')
    await poll(() => patient.events).toContain('ended')
    await poll(() => staffPage(sandbox)).toMatch(/<dt>State<\/dt><dd>ended<\/dd>/)
  } finally {
    for (const { socket } of ends) socket.disconnect()
    await portal.stop()
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
}, 180_000)

import { request } from 'undici'
import { people } from '../../server/sandbox/seed/people.ts'
import type { RunningPortal } from './portal.ts'

const { patientN, cellPhone } = people.eleanorWhitfield

/** Sends a link as the office does, on the sandbox's staff page. Returns the answer's status. */
export async function sendLink({ sandboxPort }: RunningPortal, form: Record<string, string> = {}): Promise<number> {
  const staff = `http://127.0.0.1:${sandboxPort}/staff`
  const [, token = ''] = /name="token" value="([^"]+)"/.exec(await (await request(staff)).body.text()) ?? []
  const sent = { token, practice: 'lakeside', patient: String(patientN), channel: 'sms', ...form }
  const { statusCode } = await request(`${staff}/payments/link`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(sent).toString(),
  })
  return statusCode
}

/** The path in the newest message to Eleanor's phone. */
export async function linkOf(portal: RunningPortal): Promise<string> {
  if ((await sendLink(portal)) !== 303) throw new Error('the link was not sent')
  const [message] = await portal.outbox(`+1${cellPhone}`)
  return /\/user\/bill\/[\w-]+/.exec(message?.text ?? '')?.[0] ?? ''
}

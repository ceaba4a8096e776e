import { until } from './waiting.ts'

const address = /\/appointment\/tele\/[\w-]+\/([\w-]+)/

/** Books a video visit for now on the sandbox's staff page, as the office does. */
export async function bookAtStaff(sandbox: string, patientN = 1001): Promise<void> {
  const token = /name="token" value="([^"]+)"/.exec(await staffPage(sandbox))?.[1] ?? ''
  const body = new URLSearchParams({ token, patient: String(patientN) })
  const { ok, status } = await fetch(`${sandbox}/staff/visits`, { method: 'POST', body })
  if (!ok) throw new Error(`no video visit could be booked: ${status}`)
}

export async function staffPage(sandbox: string): Promise<string> {
  return (await fetch(`${sandbox}/staff`)).text()
}

/** Returns the address where the patient joins, from the card of the next appointment. Throws if there is none. */
export function patientAddress(shown: string): string {
  const [match] = address.exec(shown) ?? []
  if (!match) throw new Error('no link to the visit for the patient')
  return match
}

/** Returns the address where the provider joins the same visit, once the record server was notified. */
export function providerAddress(sandbox: string, patients: string): Promise<string> {
  const [, callRoom = ''] = address.exec(patients) ?? []
  const links = new RegExp(`/appointment/tele/[\\w-]+/${callRoom}`)
  const link = async () => links.exec(await staffPage(sandbox))?.[0]
  return until('the record server has a link for the provider', link)
}

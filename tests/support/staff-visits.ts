const address = /\/appointment\/tele\/[\w-]+\/([\w-]+)/
const withinMs = 30_000

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

/** Where the patient joins, in what shows their next appointment. Throws when nothing leads there. */
export function patientAddress(shown: string): string {
  const [found] = address.exec(shown) ?? []
  if (!found) throw new Error('nothing leads the patient into the visit')
  return found
}

/** Where the provider joins the same visit, once the record server was told. */
export async function providerAddress(sandbox: string, patients: string): Promise<string> {
  const [, room = ''] = address.exec(patients) ?? []
  const links = new RegExp(`/appointment/tele/[\\w-]+/${room}`)
  for (const until = Date.now() + withinMs; Date.now() < until;) {
    const [found] = links.exec(await staffPage(sandbox)) ?? []
    if (found) return found
    await new Promise((rested) => setTimeout(rested, 100))
  }
  throw new Error('the record server was not told where the provider joins')
}

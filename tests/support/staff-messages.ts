import { staffPage } from './staff-visits.ts'

interface StaffMessage {
  practice: string
  patientN: number
  subject: string
}

/** Writes to a patient on the sandbox's staff page, in the name of the first group of the office. */
export async function writeAtStaff(sandbox: string, { practice, patientN, subject }: StaffMessage): Promise<void> {
  const token = /name="token" value="([^"]+)"/.exec(await staffPage(sandbox))?.[1] ?? ''
  const body = new URLSearchParams({
    token,
    from: `${practice} group 1`,
    patient: String(patientN),
    priority: 'normal',
    subject,
    text: 'Please read this.',
  })
  const { ok, status } = await fetch(`${sandbox}/staff/messages`, { method: 'POST', body })
  if (!ok) throw new Error(`no message could be written: ${status}`)
}

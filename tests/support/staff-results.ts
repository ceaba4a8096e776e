import { staffPage } from './staff-visits.ts'

interface Release {
  practice: string
  patientN: number
  /** The physician's message; empty if the physician has not reviewed the result. */
  text?: string
}

/** Releases a test result to a patient on the sandbox's staff page. */
export async function releaseAtStaff(sandbox: string, { practice, patientN, text = '' }: Release): Promise<void> {
  const token = /name="token" value="([^"]+)"/.exec(await staffPage(sandbox))?.[1] ?? ''
  const body = new URLSearchParams({ token, practice, patient: String(patientN), text })
  const { ok, status } = await fetch(`${sandbox}/staff/results`, { method: 'POST', body })
  if (!ok) throw new Error(`no result could be released: ${status}`)
}

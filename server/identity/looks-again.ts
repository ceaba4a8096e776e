import { practiceName } from '../licensees/practice-name.ts'
import type { Setting } from '../licensees/settings/definition.ts'
import type { Email } from '../outbox/outbox.ts'
import { servedPractice } from '../practice/served-practice.ts'
import type { PatientKey } from '../protocol/principal.ts'
import { momentText } from '../protocol/time-words.ts'
import type { Rule } from '../protocol/trace.ts'
import type { Services } from '../services.ts'
import { accountById, patientsOf } from './account.store.ts'
import { actingFor } from './complete-sign-in.ts'
import { emailOf } from './email-of.ts'
import { notSentEmail } from './identity.emails.ts'

/** Work that a person has begun for a patient, and that the portal does later. */
interface Begun extends PatientKey {
  accountId: number
}

/**
 * Looks again at who has begun a work, for whom, and whether it is offered to them: an account, an authorization or a
 * feature may have ended while it waited. Every job that acts for a person asks before it acts.
 */
export async function mayStill(
  { db, settings, now }: Pick<Services, 'db' | 'settings' | 'now'>,
  { accountId, licenseeId, patientId }: Begun,
  offered: Rule,
): Promise<boolean> {
  const account = await accountById(db, accountId)
  if (!account || account.kind === 'admin') return false
  const among = await patientsOf(db, { accountId, at: now() })
  const patient = among.find((each) => each.licenseeId === licenseeId && each.patientId === patientId)
  if (!patient) return false
  const principal = actingFor(patient, { account, among })
  return offered({ setting: (setting) => settings.value(licenseeId, setting), now, principal })
}

/**
 * Returns the notice for the writer of something that will not be sent, or undefined if no address is known. Throws
 * EmrError.
 */
export async function noticeOfEnd(
  services: Pick<Services, 'db' | 'emrOf' | 'licensees' | 'now' | 'settings'>,
  { licenseeId, accountId }: Begun,
  { what, writtenAt }: { what: 'email' | 'message'; writtenAt: Date },
): Promise<Email | undefined> {
  const licensee = servedPractice(services.licensees, licenseeId)
  const to = await emailOf(services, { licensee, accountId })
  const setting = <S extends Setting>(each: S) => services.settings.value(licenseeId, each)
  const practice = practiceName({ licensee, setting })
  return to === undefined
    ? undefined
    : notSentEmail({ licenseeId, to, practice, what, when: momentText(writtenAt, licensee.timeZone) })
}

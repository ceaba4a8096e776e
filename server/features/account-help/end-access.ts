import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import { disablingOf, markReported } from '../../identity/disabled-patients.store.ts'
import { accountsOfPatient } from '../../identity/patient-accounts.store.ts'
import { job } from '../../jobs/job.ts'
import { staffPatientTopic } from '../../practice/patient-page.ts'
import { servedPractice } from '../../practice/served-practice.ts'
import type { PatientKey } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'

/**
 * Ends the sessions of all who have opened the record of a patient, the staff's views of it too, with
 * their sockets, and all of the own account.
 */
export async function endSessionsFor(
  { db, sessions }: Pick<Services, 'db' | 'sessions'>,
  key: PatientKey,
): Promise<void> {
  for (const { accountId, relation } of await accountsOfPatient(db, key))
    await sessions.end(relation === 'self' ? { accountId } : { accountId, actingFor: key.patientId })
  await sessions.end({ licenseeId: key.licenseeId, viewedPatient: key.patientId })
}

type EndServices = Pick<Services, 'db' | 'licensees' | 'emrOf' | 'now' | 'sessions' | 'publish'>

/**
 * What follows from disabling a patient and may fail: sessions end again, in case the process was killed before, and
 * the record server gets the call of the specification (2 §7.4). Does nothing once the patient is enabled again.
 */
export const endAccess = job('accountHelp.endAccess', {
  input: closed({ licenseeId: Type.String(), patientId: Type.String() }),
  keepTryingFor: { days: 7 },
  inOrder: ({ licenseeId, patientId }) => `${licenseeId}:${patientId}`,
  looksAgain: { needless: 'it takes access away, while the patient is disabled' },
  run: async (services: EndServices, key) => {
    const { db, licensees, emrOf, now } = services
    const disabling = await disablingOf(db, key)
    if (!disabling) return
    await endSessionsFor(services, key)
    if (disabling.reportedAt) return
    await emrOf(servedPractice(licensees, key.licenseeId)).disablePatient(key.patientId)
    await markReported(db, { ...key, disabledAt: disabling.disabledAt, at: now() })
    services.publish([staffPatientTopic(key)])
  },
})

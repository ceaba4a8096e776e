import Type from 'typebox'
import { job } from '../../jobs/job.ts'
import type { Emr } from '../../gateways/emr/emr.ts'
import { disablingOf } from '../../identity/disabled-patients.store.ts'
import { servedPractice } from '../../practice/served-practice.ts'
import type { Services } from '../../services.ts'
import { keepWithEvent } from './keep-visit.ts'
import type { VisitLinks } from './visit-links.ts'

const pageSize = 50
/** Bounds the calls for one patient. */
const mostPages = 4

interface LearnServices extends Pick<Services, 'db' | 'licensees' | 'emrOf' | 'now' | 'jobs'> {
  links: VisitLinks
}

/**
 * Stores the upcoming video visits of a patient that the portal does not know, so that the record server receives the
 * provider's links of visits that the practice booked itself.
 */
export const learnVisits = job('visits.learnVisits', {
  input: Type.Object(
    { licenseeId: Type.String(), patientId: Type.String(), origin: Type.String() },
    { additionalProperties: false },
  ),
  keepTryingFor: { hours: 1 }, // the next sign-in asks again
  atATime: 2,
  looksAgain: async ({ db }: LearnServices, patient) => (await disablingOf(db, patient)) === undefined,
  oneWaiting: ({ licenseeId, patientId }) => `${licenseeId} ${patientId}`,
  run: async ({ db, licensees, emrOf, ...services }: LearnServices, { licenseeId, patientId, origin }) => {
    const emr = emrOf(servedPractice(licensees, licenseeId))
    for await (const appointment of upcomingVisits(emr, patientId))
      await db.transaction((tx) => keepWithEvent(tx, services, { licenseeId, patientId, origin, appointment }))
  },
})

async function* upcomingVisits(emr: Emr, patientId: string) {
  for (let page = 1; page <= mostPages; page++) {
    const { total, items } = await emr.appointments({ patientId, list: 'upcoming', page, size: pageSize })
    yield* items.filter(({ mode, cancellationReason }) => mode === 'telederm' && cancellationReason === undefined)
    if (page * pageSize >= total) return
  }
}

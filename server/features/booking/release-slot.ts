import Type from 'typebox'
import { job } from '../../jobs/job.ts'
import { servedPractice } from '../../practice/served-practice.ts'
import type { Services } from '../../services.ts'

/** Releases a slot that is no longer held, at the record server. */
export const releaseSlot = job('booking.releaseSlot', {
  input: Type.Object({ licenseeId: Type.String(), slotId: Type.String() }, { additionalProperties: false }),
  keepTryingFor: { minutes: 10 }, // by then the record server has ended the hold by itself
  looksAgain: { needless: 'nobody holds the time any longer' },
  run: ({ licensees, emrOf }: Pick<Services, 'licensees' | 'emrOf'>, { licenseeId, slotId }) =>
    emrOf(servedPractice(licensees, licenseeId)).releaseSlot(slotId),
})

import Type from 'typebox'
import { GiveUp, job } from '../../jobs/job.ts'
import { servedPractice } from '../../practice/served-practice.ts'
import type { Services } from '../../services.ts'
import { readHold } from './booking.store.ts'

/** Asks the record server to remind the patient of a booked appointment. */
export const requestReminder = job('booking.requestReminder', {
  input: Type.Object({ holdId: Type.String() }, { additionalProperties: false }),
  keepTryingFor: { days: 7 }, // as long as the hold is kept
  run: async ({ db, licensees, emrOf, now }: Pick<Services, 'db' | 'licensees' | 'emrOf' | 'now'>, { holdId }) => {
    const hold = await readHold(db, holdId)
    if (!hold?.appointmentId) throw new GiveUp('its booking is not known any more')
    if (hold.startsAt <= now()) throw new GiveUp('the appointment has begun')
    await emrOf(servedPractice(licensees, hold.licenseeId)).requestReminder(hold.appointmentId)
  },
})

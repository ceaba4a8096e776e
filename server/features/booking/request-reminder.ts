import Type from 'typebox'
import type { PortalLinks } from '../../gateways/emr/booking/booking.ts'
import type { Emr } from '../../gateways/emr/emr.ts'
import { GiveUp, job } from '../../jobs/job.ts'
import { reminderLinks, type BookedAppointment } from '../../practice/extension-points.ts'
import { servedPractice } from '../../practice/served-practice.ts'
import type { Services } from '../../services.ts'
import { bookedAppointment } from './booked-appointment.ts'
import { readHold } from './booking.store.ts'

type ReminderServices = Pick<Services, 'db' | 'licensees' | 'emrOf' | 'now' | 'uses'>

/** Asks the record server to remind the patient of a booked appointment, and tells it the portal's links for them. */
export const requestReminder = job('booking.requestReminder', {
  input: Type.Object({ holdId: Type.String() }, { additionalProperties: false }),
  keepTryingFor: { days: 7 }, // as long as the hold is kept
  looksAgain: { needless: 'the practice reminds of an appointment that it has' },
  run: async ({ db, licensees, emrOf, now, uses }: ReminderServices, { holdId }) => {
    const hold = await readHold(db, holdId)
    if (!hold?.appointmentId) throw new GiveUp('its booking is no longer known')
    if (hold.startsAt <= now()) throw new GiveUp('the appointment has begun')
    const emr = emrOf(servedPractice(licensees, hold.licenseeId))
    const links = await portalLinks(uses, { emr, booked: bookedAppointment(hold, hold.appointmentId) })
    await emr.requestReminder(hold.appointmentId, links)
  },
})

async function portalLinks(
  uses: Services['uses'],
  { emr, booked }: { emr: Emr; booked: BookedAppointment },
): Promise<PortalLinks> {
  const { origin } = booked
  if (origin === undefined) return {}
  const paths = await Promise.all(uses(reminderLinks).map((linksOf) => linksOf(booked, emr)))
  const links = Object.entries(Object.assign({}, ...paths) as Record<string, string>) // the links of all features
  return { portal: origin, ...Object.fromEntries(links.map(([name, path]) => [name, origin + path])) }
}

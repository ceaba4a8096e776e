import { bookingSettings } from '../../server/features/booking/booking.settings.ts'
import type { Portal } from '../../server/protocol/portal.ts'

/** As a practice may do: the tests of a file book more appointments for one person than people do. */
export async function allowManyAppointments(portal: Portal): Promise<void> {
  const setting = bookingSettings.Portal_Most_Appointments
  for (const { id: licenseeId } of portal.licensees) {
    const { version: seenVersion } = portal.settings.state(licenseeId, setting)
    await portal.settings.change({ licenseeId, setting, value: 100, seenVersion, by: 'the test', at: portal.now() })
  }
}

import { staffAccessSettings } from '../../server/practice/staff-access.settings.ts'
import type { Portal } from '../../server/protocol/portal.ts'

/** As a practice may do: a code of an app is valid once, and many tests sign in as the same person within its minute. */
export async function switchStaffSecondFactorOff(portal: Portal): Promise<void> {
  const setting = staffAccessSettings.Staff_Second_Factor
  for (const { id: licenseeId } of portal.licensees) {
    const { version: seenVersion } = portal.settings.state(licenseeId, setting)
    await portal.settings.change({ licenseeId, setting, value: false, seenVersion, by: 'the test', at: portal.now() })
  }
}

import type { Emr } from '../../gateways/emr/emr.ts'
import type { AppointmentType, VisitMode } from '../../gateways/emr/reference/reference.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import type { SettingNote } from '../../practice/extension-points.ts'
import { bookingSettings } from './booking.settings.ts'
import { asksForOwnTypes, offeredTypes, telehealthOffered, usualTypeNames } from './booking.rules.ts'

/** Warns that nothing can be booked online while own types are off and the record server lacks the usual ones. */
export function typeNote(emrOf: (licensee: Licensee) => Emr): SettingNote {
  return {
    setting: bookingSettings['Enable PE Custom Appointments'],
    text: async (context) => {
      const emr = emrOf(context.licensee)
      const modes: VisitMode[] = telehealthOffered(context) ? ['inoffice', 'telederm'] : ['inoffice']
      const types = await Promise.all(modes.map((mode) => emr.appointmentTypes(mode)))
      const missing = modes.filter((mode, index) => lacksUsual(mode, types[index] ?? []))
      return missing.length > 0 ? noteText(missing, asksForOwnTypes(context)) : undefined
    },
  }
}

function lacksUsual(mode: VisitMode, types: readonly AppointmentType[]): boolean {
  return offeredTypes(types, { mode, ownTypes: false }).length === 0
}

function noteText(missing: readonly VisitMode[], isOn: boolean): string {
  const names = missing.map((mode) => `“${usualTypeNames[mode]}”`).join(' or ')
  const what = missing.map((mode) => (mode === 'inoffice' ? 'in-office' : 'video')).join(' and ')
  return isOn
    ? `If you switch this off, patients cannot book ${what} appointments online: your record server has no type ${names}.`
    : `Patients cannot book ${what} appointments online: your record server has no type ${names}. Add it there, or switch this on.`
}

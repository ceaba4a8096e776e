import { practiceSettings } from './settings/practice.settings.ts'
import type { Licensee } from './licensee.ts'
import type { Setting, ValueOf } from './settings/definition.ts'

interface Place {
  licensee: Licensee
  setting<S extends Setting>(setting: S): ValueOf<S>
}

/** Returns the practice's name as patients know it; the configured one until the record server has sent its own. */
export function practiceName(place: Place): string {
  return place.setting(practiceSettings.LicenseeName) || place.licensee.name
}

/** The initials of the first two words, for a tile; empty if neither a letter nor a digit begins one. */
export function markOf(name: string): string {
  const firsts = name.split(' ').flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? [])
  return firsts.slice(0, 2).join('').toUpperCase()
}

import type { Setting, SettingValue, ValueOf } from '../../server/licensees/settings/definition.ts'
import type { Reads } from '../../server/protocol/trace.ts'

/** The settings that a rule reads in a test: those in `values`, by their names, and no others. */
export function readsOf(values: Record<string, SettingValue>, now = new Date('2026-11-23T15:00:00Z')): Reads {
  const setting = <S extends Setting>({ name }: S): ValueOf<S> => {
    const value = values[name]
    if (value === undefined) throw new Error(`the rule reads the setting "${name}"`)
    return value as ValueOf<S> // as the test says
  }
  return { setting, now: () => now, principal: undefined }
}

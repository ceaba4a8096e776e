import type { SettingName, SettingValues } from '../../server/licensees/settings/registry.ts'
import type { Reads } from '../../server/protocol/trace.ts'

/** The settings that a rule reads in a test: those in `values`, and no others. */
export function readsOf(values: Partial<SettingValues>, now = new Date('2026-11-23T15:00:00Z')): Reads {
  const setting = <N extends SettingName>(name: N): SettingValues[N] => {
    const value: SettingValues[N] | undefined = values[name]
    if (value === undefined) throw new Error(`the rule reads the setting "${name}"`)
    return value
  }
  return { setting, now: () => now, principal: undefined }
}

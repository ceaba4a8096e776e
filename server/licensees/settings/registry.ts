import { accessSettings } from './access.settings.ts'
import { appointmentSettings } from './appointment.settings.ts'
import { arrivalSettings } from './arrival.settings.ts'
import { billingSettings } from './billing.settings.ts'
import type { SettingDefinition, ValueOf } from './definition.ts'
import { featureSettings } from './feature.settings.ts'
import { lookSettings } from './look.settings.ts'
import { messageSettings } from './message.settings.ts'
import { practiceSettings } from './practice.settings.ts'

/** Every setting that either specification document names, and those of the appearance. */
const settings = {
  ...practiceSettings,
  ...lookSettings,
  ...featureSettings,
  ...accessSettings,
  ...appointmentSettings,
  ...arrivalSettings,
  ...billingSettings,
  ...messageSettings,
}

export type SettingName = keyof typeof settings
export type SettingValues = { [N in SettingName]: ValueOf<(typeof settings)[N]> }
export const settingNames = Object.keys(settings) as SettingName[] // the keys of a constant

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settings, name)
}

export function definitionOf(name: SettingName): SettingDefinition {
  return settings[name]
}

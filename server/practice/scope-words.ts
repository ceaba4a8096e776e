import { partSettings } from './part.settings.ts'

/** The portal's features, with the labels of the practice's settings. */
export const partChoices: readonly { value: number; label: string }[] =
  partSettings.enable_portal_dashboard_options.options

/** Returns a scope in words. */
export function scopeWords(scope: readonly number[] | null): string {
  if (!scope) return 'Everything'
  return partChoices
    .filter(({ value }) => scope.includes(value))
    .map(({ label }) => label)
    .join(', ')
}

import type { Setting } from './definition.ts'
import { lookSettings } from './look.settings.ts'
import { practiceSettings } from './practice.settings.ts'

/** The settings of the portal itself: who the practice is, and what its pages look like. Features list their own. */
export const coreSettings: readonly Setting[] = [...Object.values(practiceSettings), ...Object.values(lookSettings)]

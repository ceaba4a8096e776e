import type { Theme } from '../../schemas/shell.ts'
import type { ColourSetting, Setting } from '../licensees/settings/definition.ts'
import { readableShade } from '../licensees/settings/contrast.ts'
import { lookSettings } from '../licensees/settings/look.settings.ts'
import { groundsOf } from '../licensees/settings/theme-colours.ts'
import type { Context } from '../protocol/context.ts'

type Reads = Pick<Context, 'setting'>

/** The practice's design tokens (look.md, Identity by tokens). Text is legible whatever colors its systems send. */
export function themeOf(reads: Reads): Theme {
  return {
    primary: legible(lookSettings.Theme_Primary_Colour, reads),
    accent: reads.setting(lookSettings.Theme_Accent_Colour),
    highlight: legible(lookSettings.Theme_Highlight_Colour, reads),
    header: oneOf(['plain', 'brand'], reads.setting(lookSettings.Theme_Header)),
    typeface: oneOf(['system', 'humanist', 'serif'], reads.setting(lookSettings.Theme_Typeface)),
    pattern: oneOf(['none', 'waves', 'grid', 'leaf'], reads.setting(lookSettings.Theme_Pattern)),
    radius: reads.setting(lookSettings.Theme_Radius),
    density: oneOf(['comfortable', 'compact'], reads.setting(lookSettings.Theme_Density)),
  }
}

function legible(setting: Setting & ColourSetting, reads: Reads): string {
  const value = reads.setting(setting)
  const grounds = groundsOf(setting, value, reads) ?? []
  return readableShade(
    value,
    setting.contrast,
    grounds.map(({ colour }) => colour),
  )
}

/** A choice that the settings know is one of its options; the first one otherwise. */
function oneOf<const O extends readonly [string, ...string[]]>(options: O, value: string): O[number] {
  return options.find((option) => option === value) ?? options[0]
}

import { lookSettings } from './look.settings.ts'
import { tintOf } from './contrast.ts'
import type { Setting, ValueOf } from './definition.ts'

/** On what a color stands as text. */
export interface Ground {
  /** `white`, as in "on white". */
  name: string
  colour: string
}

interface Reads {
  setting<S extends Setting>(setting: S): ValueOf<S>
}

/** The shares of the style sheets (client/styles/base.css: --ground, --primary-soft, --highlight-soft). */
const shares = { page: 0.04, soft: 0.09, highlight: 0.1 } as const

const white: Ground = { name: 'white', colour: '#ffffff' }

/** Returns on what a color of the theme stands as text; undefined for a setting that is no color of text. */
export function groundsOf({ name }: Setting, value: string, reads: Reads): Ground[] | undefined {
  if (name === lookSettings.Theme_Highlight_Colour.name)
    return [white, { name: 'its own tint', colour: tintOf(value, shares.highlight) }]
  if (name !== lookSettings.Theme_Primary_Colour.name) return undefined
  const accent = reads.setting(lookSettings.Theme_Accent_Colour)
  return [
    white,
    { name: 'the page', colour: tintOf(accent, shares.page) },
    { name: 'a tint of the accent color', colour: tintOf(accent, shares.soft) },
  ]
}

import { expect, test } from 'vitest'
import { contrastOf, tintOf } from '../licensees/settings/contrast.ts'
import { themeOf } from './theme.ts'

const themeWith = (values: Record<string, string>) =>
  themeOf({ setting: (setting) => (values[setting.name] ?? setting.default) as never }) // as the settings store returns it

const colours = ['#13607c', '#2f5d3a', '#ffd400', '#ff5c8a', '#777777', '#000000', '#ffffff', '#3fb950']

test.for(colours)('text in %s is legible on every ground that it stands on, whatever the accent', (value) => {
  for (const accent of colours) {
    const theme = themeWith({ Theme_Primary_Colour: value, Theme_Accent_Colour: accent, Theme_Highlight_Colour: value })
    const ratios = [
      contrastOf(theme.primary, '#ffffff'),
      contrastOf(theme.primary, tintOf(accent, 0.04)),
      contrastOf(theme.primary, tintOf(accent, 0.09)),
      contrastOf(theme.highlight ?? '', '#ffffff'),
      contrastOf(theme.highlight ?? '', tintOf(value, 0.1)),
    ]
    expect(Math.min(...ratios), `accent ${accent}`).toBeGreaterThanOrEqual(4.5)
  }
})

test('a color that is legible stays as the practice chose it', () => {
  expect(themeWith({ Theme_Primary_Colour: '#13607C' }).primary).toBe('#13607C')
})

import { expect, test } from 'vitest'
import { contrastOnWhite } from '../licensees/settings/contrast.ts'
import { colorsOf, patientColors } from './patient-colors.ts'

test.each(patientColors)('white text is legible on %s', (color) => {
  expect(contrastOnWhite(color)).toBeGreaterThanOrEqual(4.5)
})

test('patients of one guardian differ in color, also those who would have the same alone', () => {
  const patients = Array.from({ length: patientColors.length }, (_, n) => `3000${n * patientColors.length}`)
  expect(new Set(colorsOf(patients).values()).size).toBe(patientColors.length)
})

import { describe, expect, test } from 'vitest'
import type { ColourSetting, SettingDefinition } from '../../licensees/settings/definition.ts'
import { contrastProblem, emptyValue } from './admin.rules.ts'

const about = { title: '', help: '', shapes: '', group: 'Look' } as const
const colour = (contrast: number): ColourSetting => ({ ...about, type: 'colour', default: '#000000', contrast })
const text = (more: object = {}): SettingDefinition => ({ ...about, type: 'text', default: '', maxLength: 9, ...more })

describe('a colour', () => {
  test('that cannot be read on white comes with the nearest shade that can', () => {
    expect(contrastProblem(colour(4.5), '#777777')).toEqual({
      ground: 'white',
      ratio: '4.47',
      least: 4.5,
      proposal: '#767676',
    })
  })

  test('that has the contrast exactly, or more, is no problem', () => {
    expect(contrastProblem(colour(1), '#ffffff')).toBeUndefined()
    expect(contrastProblem(colour(4.5), '#767676')).toBeUndefined()
  })

  test('is looked for in settings of colours only', () => {
    expect(contrastProblem(text(), '#ffffff')).toBeUndefined()
    expect(contrastProblem(colour(4.5), 7)).toBeUndefined()
  })
})

describe('an emptied field', () => {
  test('stands for an empty text or an empty list', () => {
    expect(emptyValue(text())).toBe('')
    expect(emptyValue({ ...about, type: 'list', default: [1], options: [] })).toEqual([])
  })

  test('stands for nothing where there has to be a value, or where the value was never shown', () => {
    expect(emptyValue(text({ required: true }))).toBeUndefined()
    expect(emptyValue(text({ secret: true }))).toBeUndefined()
    expect(emptyValue({ ...about, type: 'number', default: 1, min: 0, max: 9 })).toBeUndefined()
  })
})

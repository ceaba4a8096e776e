import { describe, expect, it } from 'vitest'
import { readsOf } from '../../../tests/support/reads.ts'
import { categoryIn, categoryPart, codeMs, isCategory, uploadsOffered } from './uploads.rules.ts'

describe('a category', () => {
  const categories = ['Lab results', 'Insurance card', 'Other']

  it('is one of the practice, the card of an insurance, or an other one', () => {
    for (const good of ['Lab results', 'Insurance card', 'other']) expect(isCategory(good, categories)).toBe(true)
    for (const bad of ['lab results', 'Other', '', 'x']) expect(isCategory(bad, categories)).toBe(false)
    expect(isCategory('Insurance card', [])).toBe(true)
  })

  it('stands in an address and is found again; an other one is in none', () => {
    expect(categoryIn(categoryPart('Lab results'), categories)).toBe('Lab results')
    for (const part of ['', 'x', categoryPart('other'), categoryPart('Other'), categoryPart('Images')])
      expect(categoryIn(part, categories)).toBeUndefined()
  })
})

describe('uploads', () => {
  const offered = (parts: number[], uploads: boolean) =>
    uploadsOffered(
      readsOf({ enable_portal_dashboard_options: parts, Enable_PatientIntake_And_FileUpload_on_PE: uploads }),
    )

  it('are offered with appointments, unless the practice has switched them off', () => {
    expect([offered([1], true), offered([1], false), offered([2], true)]).toEqual([true, false, false])
  })

  it('by a code are taken for fifteen minutes', () => {
    expect(codeMs).toBe(900_000)
  })
})

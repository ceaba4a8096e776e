import { describe, expect, it } from 'vitest'
import { readsOf } from '../../../tests/support/reads.ts'
import { nameFor, typeOf } from './file-types.ts'
import { categoryIn, categoryPart, codeMs, isCategory, uploadsOffered } from './uploads.rules.ts'

describe('the type of a file', () => {
  it('is that of its first bytes [1 §5.25 §9.9] [2 §5.31 §9.12]', () => {
    expect(typeOf(Buffer.from('%PDF-1.7 …'))).toBe('application/pdf')
    expect(typeOf(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))).toBe('image/png')
    expect(typeOf(Buffer.from([0xff, 0xd8, 0xff, 0xe0]))).toBe('image/jpeg')
    for (const other of ['', '%PDF', ' %PDF-1.4', 'GIF89a', '<svg/>', 'PK\u0003\u0004'])
      expect(typeOf(Buffer.from(other))).toBeUndefined()
  })

  it('stands at the end of its name', () => {
    expect(nameFor('scan.PDF', 'application/pdf')).toBe('scan.PDF')
    expect(nameFor('photo.jpeg', 'image/jpeg')).toBe('photo.jpeg')
    expect(nameFor('tool.exe', 'image/jpeg')).toBe('tool.exe.jpg')
    expect(nameFor('x'.repeat(200), 'image/png')).toBe(`${'x'.repeat(196)}.png`)
  })
})

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

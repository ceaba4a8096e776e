import { describe, expect, it } from 'vitest'
import { nameFor, typeOf } from './file-types.ts'

describe('the type of a file', () => {
  it('is that of its first bytes [1 §5.25 §9.9] [2 §5.31 §9.12]', () => {
    expect(typeOf(Buffer.from('%PDF-1.7 …'))).toBe('application/pdf')
    expect(typeOf(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))).toBe('image/png')
    expect(typeOf(Buffer.from([0xff, 0xd8, 0xff, 0xe0]))).toBe('image/jpeg')
    for (const other of ['', '%PDF', 'GIF89a %PDF-1.4', 'GIF89a', '<svg/>', 'PK\u0003\u0004'])
      expect(typeOf(Buffer.from(other))).toBeUndefined()
  })

  it('stands at the end of its name', () => {
    expect(nameFor('scan.PDF', 'application/pdf')).toBe('scan.PDF')
    expect(nameFor('photo.jpeg', 'image/jpeg')).toBe('photo.jpeg')
    expect(nameFor('tool.exe', 'image/jpeg')).toBe('tool.exe.jpg')
    expect(nameFor('x'.repeat(200), 'image/png')).toBe(`${'x'.repeat(196)}.png`)
  })
})

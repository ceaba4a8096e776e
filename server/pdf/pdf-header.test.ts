import { expect, test } from 'vitest'
import { isPdf } from './pdf-header.ts'

test.each([
  ['its header', '%PDF-1.7', true],
  ['a byte order mark before it', '\u00ef\u00bb\u00bf%PDF-1.7', true],
  ['line breaks before it', '\r\n\r\n%PDF-1.7', true],
  ['a header that ends with byte 1,024', `${' '.repeat(1019)}%PDF-`, true],
  ['a header that ends behind it', `${' '.repeat(1020)}%PDF-`, false],
  ['half a header', '%PDF', false],
  ['nothing', '', false],
  ['the beginning of a picture', 'GIF89a%PDF-1.7', false],
  ['the beginning of a page', '<html>%PDF-1.7', false],
])('a file that begins with %s is a PDF: %s', (_what, beginning, isOne) => {
  expect(isPdf(Buffer.from(beginning, 'latin1'))).toBe(isOne)
})

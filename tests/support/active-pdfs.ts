import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { page, pages, pdfFile } from './files.ts'

const catalog = (more: string) => `<< /Type /Catalog /Pages 2 0 R ${more} >>`

/** A document of one page; the objects that are added have the numbers from 4. */
export function pdfWith({ inCatalog = '', added = [] }: { inCatalog?: string; added?: readonly string[] }): Buffer {
  return pdfFile({ objects: [catalog(inCatalog), pages, page, ...added] })
}

/** The same with the added objects in an object stream. `encode` makes its filters. */
export function pdfWithObjectStream({
  inCatalog = '',
  added,
  filter = '/FlateDecode',
  encode = deflateSync,
}: {
  inCatalog?: string
  added: readonly string[]
  filter?: string
  encode?: (content: Buffer) => Buffer
}): Buffer {
  let header = ''
  let offset = 0
  added.forEach((object, at) => {
    header += `${at + 5} ${offset} `
    offset += Buffer.byteLength(object) + 1
  })
  const content = encode(Buffer.from(header + added.join('\n')))
  const dictionary = `<< /Type /ObjStm /N ${added.length} /First ${header.length} /Filter ${filter} /Length ${content.length} >>`
  const stream = `${dictionary}\nstream\r\n${content.toString('latin1')}\nendstream`
  return pdfFile({ objects: [catalog(inCatalog), pages, page, stream] })
}

/** A harmless document, and behind it a revision with another catalog. */
export function pdfWithUpdate(inCatalog: string): Buffer {
  const first = pdfWith({})
  const table = `xref\n1 1\n${String(first.length).padStart(10, '0')} 00000 n \n`
  const object = `1 0 obj\n${catalog(inCatalog)}\nendobj\n`
  const end = `trailer\n<< /Size 4 /Root 1 0 R /Prev 9 >>\nstartxref\n${first.length + object.length}\n%%EOF\n`
  return Buffer.concat([first, Buffer.from(object + table + end)])
}

/** A file of the folder `pdf-files`. */
export const pdfNamed = (name: string): Buffer => readFileSync(join(import.meta.dirname, 'pdf-files', name))

/** One document of each kind that is refused, with its code. */
export const activePdfs: readonly [what: string, code: string, content: Buffer][] = [
  ['a script', 'uploads.pdfScript', pdfWith({ inCatalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>' })],
  ['a program', 'uploads.pdfProgram', pdfWith({ inCatalog: '/OpenAction << /S /Launch /F (calc.exe) >>' })],
  [
    'a file within it',
    'uploads.pdfFiles',
    pdfWith({
      inCatalog: '/Names << /EmbeddedFiles << /Names [(a.exe) 4 0 R] >> >>',
      added: ['<< /Type /Filespec /F (a.exe) /EF << /F 5 0 R >> >>'],
    }),
  ],
  ['a video', 'uploads.pdfMedia', pdfWith({ added: ['<< /Type /Annot /Subtype /RichMedia /Rect [0 0 9 9] >>'] })],
  [
    'data that it sends by itself',
    'uploads.pdfConnection',
    pdfWith({ inCatalog: '/OpenAction << /S /SubmitForm /F (https://example.com) >>' }),
  ],
  ['a password', 'uploads.pdfLocked', pdfNamed('locked.pdf')],
  [
    'a damaged place in which anything could be',
    'uploads.pdfUnreadable',
    pdfWithObjectStream({ added: ['null'], encode: () => Buffer.from('xx not compressed') }),
  ],
]

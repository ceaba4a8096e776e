import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { describe, expect, it } from 'vitest'
import { activePdfs, pdfNamed, pdfWith, pdfWithObjectStream, pdfWithUpdate } from '../../tests/support/active-pdfs.ts'
import { encryptedPdf, pdf, pdfFile, scriptedPdf } from '../../tests/support/files.ts'
import { readPdf } from '../../tests/support/pdf.ts'
import { refusalOfPdf } from './active-content.ts'

const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'
const opensObject5 = '/OpenAction 5 0 R'

/** A document as programs write it. */
async function written(
  options: PDFKit.PDFDocumentOptions,
  fill: (document: PDFKit.PDFDocument) => void,
): Promise<Buffer> {
  const document = new PDFDocument(options)
  fill(document)
  document.end()
  const chunks: Buffer[] = await document.toArray()
  return Buffer.concat(chunks)
}

const documentWithLinks = (document: PDFKit.PDFDocument) => {
  document.text('See our page', { link: 'https://example.com', underline: true })
  document.outline.addItem('The second page')
  document.addPage().text('This PDF has no /JavaScript and no /Launch.')
}

/** A document with that stream, whose length it says. */
const withStream = (content: Buffer, dictionary = '') =>
  pdfWith({
    added: [`<< ${dictionary} /Length ${content.length} >>\nstream\n${content.toString('latin1')}\nendstream`],
  })

describe('a PDF is refused', () => {
  it.each(activePdfs)('for %s: %s', async (_what, code, content) => {
    expect(`uploads.pdf${capitalized(await refusalOfPdf(content))}`).toBe(code)
  })

  it.each<readonly [string, Buffer]>([
    [
      'in an object stream in base 85',
      pdfWithObjectStream({
        added: ['<<>>', script],
        filter: '/ASCII85Decode',
        encode: (content) => Buffer.from(inBase85(content)),
      }),
    ],
    ['as it is', scriptedPdf],
    [
      'in the tree of names',
      pdfWith({ inCatalog: '/Names << /JavaScript << /Names [(a) 4 0 R] >> >>', added: [script] }),
    ],
    ['with an escaped name', pdfWith({ added: ['<< /S /J#61vaScript /J#53 (app.alert\\(1\\)) >>'] })],
    ['with its name in another object', pdfWith({ added: ['<< /S 5 0 R /Script (a) >>', '/JavaScript'] })],
    ['of a rendition', pdfWith({ added: ['<< /S /Rendition /OP 0 /JS (app.alert\\(1\\)) >>'] })],
    ['after another action', pdfWith({ inCatalog: `/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next ${script} >>` })],
    ['of a field', pdfWith({ added: [`<< /FT /Tx /T (a) /AA << /K ${script} >> >>`] })],
    ['of a form of the XML kind', pdfWith({ inCatalog: '/AcroForm << /Fields [] /XFA [(template) 4 0 R] >>' })],
    ['in a revision behind it', pdfWithUpdate(`/OpenAction ${script}`)],
    [
      'behind a comment',
      Buffer.from(
        pdfWith({ added: [script] })
          .toString('latin1')
          .replace('4 0 obj', '4 %\n0 %\nobj'),
      ),
    ],
    ['before the end of a file that breaks off', pdfWith({ added: [script] }).subarray(0, -180)],
    ['with a key that is there twice', pdfWith({ added: ['<< /S /URI /S /JavaScript /JS (a) >>'] })],
    ['in another stream', withStream(Buffer.from(`9 0 obj\n${script}\nendobj`), '/Subtype /Image')],
    ['in an object stream', pdfWithObjectStream({ inCatalog: opensObject5, added: [script] })],
    ['in an object stream, the second one', pdfWithObjectStream({ added: ['<< /S /URI /URI (a) >>', script] })],
    [
      'in an object stream that is text',
      pdfWithObjectStream({
        added: [script],
        filter: '[/ASCIIHexDecode /FlateDecode]',
        encode: (content) => Buffer.from(`${deflateSync(content).toString('hex')}>`),
      }),
    ],
    [
      'in an object stream with a wrong checksum',
      pdfWithObjectStream({
        added: [script],
        encode: (content) => Buffer.concat([deflateSync(content).subarray(0, -4), Buffer.alloc(4)]),
      }),
    ],
    [
      'in an object stream without compression',
      pdfWithObjectStream({ added: [script], filter: '[]', encode: (content) => content }),
    ],
    ...['rc4-40', 'rc4-128', 'aes-128', 'aes-256-r5', 'aes-256'].map(
      (cipher) => [`encrypted with ${cipher}`, pdfNamed(`script-${cipher}.pdf`)] as const,
    ),
    [
      'encrypted with a password',
      pdfFile({ objects: ['<< /Type /Catalog >>', script], trailer: '/Encrypt << /Filter /Standard >>' }),
    ],
  ])('for a script %s', async (_where, content) => {
    expect(await refusalOfPdf(content)).toBe('script')
  })

  it('for its gravest content, wherever that is', async () => {
    const added = ['<< /S /Launch /F (calc.exe) >>', '<< /Type /EmbeddedFile >>', script]
    expect(await refusalOfPdf(pdfWith({ added }))).toBe('script')
    expect(await refusalOfPdf(pdfWith({ added: added.slice(0, 2) }))).toBe('program')
  })

  it.each(['URI', 'SubmitForm', 'ImportData', 'GoToR', 'GoToE'])('for %s without a click', async (kind) => {
    const action = `<< /S /${kind} /F (\\\\\\\\example.com\\\\share) >>`
    for (const content of [
      pdfWith({ inCatalog: '/OpenAction 4 0 R', added: [action] }),
      pdfWith({ inCatalog: '/AA 4 0 R', added: ['<< /WC 5 0 R >>', action] }),
      pdfWith({ inCatalog: '/OpenAction 4 0 R', added: ['<< /S /GoTo /D [3 0 R /Fit] /Next [5 0 R] >>', action] }),
      pdfWithObjectStream({ inCatalog: opensObject5, added: [action] }),
    ])
      expect(await refusalOfPdf(content)).toBe('connection')
  })
})

it('is refused if it breaks off', async () => {
  expect(await refusalOfPdf(pdfWith({ added: ['<< /Title (This title does not'] }).subarray(0, -200))).toBe('cut off')
})

describe('a PDF is accepted', () => {
  it.each<readonly [string, Buffer]>([
    ['with nothing in it', pdf],
    ['that opens at a page', pdfWith({ inCatalog: '/OpenAction [3 0 R /Fit]' })],
    ['that goes to a page', pdfWith({ inCatalog: '/OpenAction 4 0 R', added: ['<< /S /GoTo /D [3 0 R /Fit] >>'] })],
    [
      'with a link',
      pdfWith({ added: ['<< /Subtype /Link /A << /S /URI /URI (https://example.com/JavaScript) >> >>'] }),
    ],
    [
      'with a button that sends',
      pdfWith({ inCatalog: '/OpenAction [3 0 R /Fit]', added: ['<< /FT /Btn /A << /S /SubmitForm >> >>'] }),
    ],
    [
      'with a form',
      pdfWith({ inCatalog: '/AcroForm << /Fields [4 0 R] >>', added: ['<< /FT /Tx /T (name) /V (Maria) >>'] }),
    ],
    [
      'with the words in a text',
      pdfWith({ added: ['<< /Title (/S /JavaScript /JS \\(a /Launch) /Author <2f4a53> >>'] }),
    ],
    ['with a font named JS', pdfWith({ added: ['<< /Font << /JS 5 0 R /F1 6 0 R >> >>'] })],
    [
      'with bytes of a picture that read so',
      withStream(Buffer.from('\u00ff<< /S /JavaScript /JS (a) >>\u0000', 'latin1'), '/Subtype /Image'),
    ],
    ['with the name of another file', pdfWith({ added: ['<< /Type /Filespec /F (a.pdf) >>'] })],
    [
      'with objects in a stream',
      pdfWithObjectStream({ inCatalog: opensObject5, added: ['<< /S /GoTo /D [3 0 R /Fit] >>'] }),
    ],
    ['with a later revision', pdfWithUpdate('/OpenAction [3 0 R /Fit]')],
    ['with actions in a circle', pdfWith({ inCatalog: '/OpenAction 4 0 R', added: ['<< /S /GoTo /Next 4 0 R >>'] })],
    ['with a password, if everything can be read', encryptedPdf],
    ...['rc4-40', 'rc4-128', 'aes-128', 'aes-256-r5', 'aes-256', 'linearized-aes-256'].map(
      (cipher) => [`encrypted with ${cipher}`, pdfNamed(`plain-${cipher}.pdf`)] as const,
    ),
  ])('%s', async (_what, content) => {
    expect(await refusalOfPdf(content)).toBeUndefined()
  })

  it.each([
    ['1.4', {}],
    ['1.7', { tagged: true, lang: 'en' }],
    ['1.7', { ownerPassword: 'owner' }],
    ['1.7ext3', { ownerPassword: 'owner', userPassword: 'user' }],
  ] as const)('as programs write it, version %s %o', async (pdfVersion, options) => {
    const content = await written({ pdfVersion, ...options }, documentWithLinks)
    expect(await refusalOfPdf(content)).toBeUndefined()
  })

  it('as it was written: another program reads the test files too', async () => {
    for (const content of [pdfNamed('plain-aes-256.pdf'), pdfNamed('script-rc4-128.pdf'), pdfWithUpdate('')])
      expect((await readPdf(content)).pages).toHaveLength(1)
  })
})

describe('a file that is made to take long', () => {
  const most = 6 * 1_048_576 - 100
  const repeated = (text: string) => Buffer.from(`%PDF-1.7\n${text.repeat(Math.floor(most / text.length))}`)
  const numbers = Array.from({ length: 200_000 }, (_, at) => `${at + 5} 0 `).join('')
  const objectStream = (content: Buffer, dictionary: string) =>
    Buffer.concat([
      Buffer.from(`%PDF-1.7\n4 0 obj << /Type /ObjStm ${dictionary} /Filter /FlateDecode >> stream\n`),
      deflateSync(content),
      Buffer.from('\nendstream endobj'),
    ])

  it.each<[string, Buffer]>([
    ['is one array in another', repeated('1 0 obj [').fill('[', 30)],
    ['has arrays without end', repeated('1 0 obj [')],
    ['has strings without end', repeated('1 0 obj (')],
    ['has comments without end', repeated('1 0 obj %')],
    ['has one number for all objects', repeated('1 0 obj 0 ')],
    ['has automatic actions without end', repeated('1 0 obj << /AA 1 0 R >> ')],
    ['grows when it is inflated', objectStream(Buffer.alloc(200 * 1_048_576), '/N 1 /First 4')],
    [
      'has all objects at one place',
      objectStream(Buffer.from(`${numbers}[${'1 '.repeat(200_000)}]`), `/N 200000 /First ${numbers.length}`),
    ],
    ['has a stream within each stream', repeated('4 0 obj << /N 1 /First 4 /Length 6000000 >> stream\n1 0 null')],
    ['has a filter that is a member of every object', pdfWithObjectStream({ added: [script], filter: '/toString' })],
    ['has an object before its stream', objectStream(Buffer.from('5 -9007199254740991 null'), '/N 1 /First 1')],
    ['has an object far behind its stream', objectStream(Buffer.from('5 9007199254740991 null'), '/N 1 /First 9')],
    ['has an object between two bytes', objectStream(Buffer.from('5 0.5 null'), '/N 1 /First 6')],
    [
      'has filters without end',
      Buffer.from(`%PDF-1.7\n4 0 obj << /N 1 /First 4 /Filter [${'/AHx '.repeat(400_000)}] >> stream\n00>`),
    ],
  ])('and %s is refused, and holds up no one meanwhile', async (_what, content) => {
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    const startedAt = performance.now()
    expect(await refusalOfPdf(content)).toBe('unreadable')
    clearInterval(timer)
    if (performance.now() - startedAt > 400) expect(turns).toBeGreaterThan(2)
  })

  it.each([
    ['aes-128', 'AESV2', 'AESV3'],
    ['aes-256', 'AESV3', 'AESV2'],
    ['aes-256', '/UE <', '/UX <'],
    ['aes-128', '/CFM', '/CFX'],
  ])('or has other words in the encryption by %s, %s as %s, is refused', async (cipher, word, other) => {
    const content = pdfNamed(`script-${cipher}.pdf`).toString('latin1')
    expect(content).toContain(word)
    expect(['locked', 'unreadable']).toContain(await refusalOfPdf(Buffer.from(content.replace(word, other), 'latin1')))
  })

  it('at random contains nothing', async () => {
    expect(await refusalOfPdf(Buffer.concat([pdf, randomBytes(most - 200), pdf]))).toBeUndefined()
  })
})

const capitalized = (text = '') => text.charAt(0).toUpperCase() + text.slice(1)

/** As PostScript writes it, four bytes as five signs. */
function inBase85(content: Buffer): string {
  let text = ''
  for (let at = 0; at < content.length; at += 4) {
    const group = Buffer.alloc(4)
    const length = content.copy(group, 0, at, at + 4)
    let value = group.readUInt32BE()
    let signs = ''
    for (let count = 0; count < 5; count++) {
      signs = String.fromCharCode(33 + (value % 85)) + signs
      value = Math.floor(value / 85)
    }
    text += signs === '!!!!!' && length === 4 ? 'z' : signs.slice(0, length + 1)
  }
  return `${text}~>`
}

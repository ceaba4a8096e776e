import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { ccdaBytes, ccdaFiles, ccdaXml, narrativeWords } from '../../tests/support/ccda.ts'
import { readPdf } from '../../tests/support/pdf.ts'
import { hasSharedFiles } from '../../tests/support/practice-to-load.ts'
import { ccdaPdf } from './open-ccda.ts'
import { readCcda } from './read-ccda.ts'

const createdAt = new Date('2026-01-05T15:00:00Z')
const pdfOf = async (xml: string | Uint8Array) => ccdaPdf({ xml: Buffer.from(xml), createdAt })
const drawn = async (text: string, entries = '') => readPdf(await pdfOf(ccdaXml({ text, entries })))

/**
 * Words are parted where lines end, and letters of one word may be several pieces: only the signs and their order count.
 * Marks of lists are not in the source.
 */
const signs = (text: string) =>
  text
    .normalize('NFC')
    .split(/[\s\u00ad•]+/)
    .filter((word) => !/^\d+\.$/.test(word))
    .join('')

describe.runIf(hasSharedFiles)('with ../shared/data (skipped where it is missing)', () => {
  const files = hasSharedFiles ? ccdaFiles().filter((file) => !file.includes('Embedded_PDF')) : []

  test.each(files)('every word of %s stands in the PDF in its order', async (file) => {
    const words = narrativeWords(ccdaBytes(file).toString())
    const { title, isTagged, content, elements, pages } = await readPdf(await pdfOf(ccdaBytes(file)))
    const { title: own } = await readCcda(ccdaBytes(file))
    expect({ title, isTagged }).toEqual({ title: own, isTagged: true })
    const text = signs(content)
    expect(text.slice(text.indexOf(signs(words.slice(0, 5).join(' '))))).toBe(signs(words.join(' ')))
    expect(elements).toEqual(expect.arrayContaining(['Document', 'H1', 'L', 'H2', 'Table', 'TR', 'TD']))
    for (const [at, page] of pages.entries()) expect(page).toContain(`Page ${at + 1} of ${pages.length}`)
  })
})

test('a PDF that a document contains is passed on as it is', async () => {
  const bytes = Buffer.from('%PDF-1.7\n...%%EOF')
  const body = `<nonXMLBody><text representation="B64">${bytes.toString('base64')}</text></nonXMLBody>`
  expect(await pdfOf(ccdaXml({ body }))).toEqual(bytes)
})

test('the first page begins with the title and what the document is about', async () => {
  const { content, language } = await drawn('Well.')
  expect(content).toMatch(
    /^Visit +Patient +Ann Bell +Date of birth +02\/14\/1990 +Date of the record +Jan 5, 2026, 9:30 AM \(UTC−5\) +From +Harbor Clinic +Notes +Well\.$/,
  )
  expect(language).toBe('en-US')
})

test('a warning stands below the title', async () => {
  const chart = { firstName: 'Maria', lastName: 'Sanchez' }
  const { content } = await readPdf(await ccdaPdf({ xml: Buffer.from(ccdaXml({ text: 'Well.' })), createdAt, chart }))
  expect(content).toMatch(
    /^Visit +This record names another patient \(Ann Bell, born 02\/14\/1990\)\..+Patient +Ann Bell/,
  )
})

test('styles change within a word, and lists have marks', async () => {
  const { content, elements } = await drawn(
    `<paragraph>H<sub>2</sub>O <content styleCode="Bold Italics Underline">now</content></paragraph>
     <list listType="ordered"><item>One<list><item>Inner</item></list></item><item>Two</item></list>`,
  )
  expect(content).toMatch(/H *2 *O *now +1\. +One +• +Inner +2\. +Two$/)
  expect(elements.filter((role) => role === 'LI')).toHaveLength(4 + 3) // and the four facts
})

describe('a table', () => {
  const rowXml = (at: number, words = '') => `<tr><th>Name-${at}.</th><td>${words}</td><td>Value-${at}.</td></tr>`
  const table = (rows: string[]) =>
    `<table><caption>Tests</caption><thead><tr><th>Head-A</th><th colspan="2">Head-B</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
  const times = (text: string, words: string) => text.split(words).length - 1

  test('breaks between rows, with its head on each page, read once', async () => {
    const { pages, content, elements } = await drawn(table(Array.from({ length: 90 }, (_, at) => rowXml(at))))
    expect(pages.length).toBeGreaterThan(2)
    for (const page of pages) expect(page).toContain('Head-A')
    expect(times(content, 'Head-A')).toBe(1)
    for (let at = 0; at < 90; at++) expect(times(content, `Value-${at}.`)).toBe(1)
    expect(elements.filter((role) => role === 'TR')).toHaveLength(91)
    expect(elements).toContain('Caption')
  })

  test('keeps rows together that a cell spans', async () => {
    const spanning = `<tr><td rowspan="3">Spans</td><td>a1</td><td>a2</td></tr><tr><td>b1</td><td>b2</td></tr><tr><td>c1</td><td>c2</td></tr>`
    const { content } = await drawn(table([spanning]))
    expect(signs(content)).toContain('Head-AHead-BSpansa1a2b1b2c1c2')
    const rows = Array.from({ length: 30 }, () => spanning)
    const { pages } = await drawn(table(rows))
    for (const page of pages) expect(times(page, 'Spans')).toBe(times(page, 'c2'))
  })

  test('draws a row that is longer than a page cell below cell', async () => {
    const long = Array.from({ length: 3000 }, (_, at) => `w${at}`).join(' ')
    const { pages, content } = await drawn(table([rowXml(1), rowXml(2, long), rowXml(3)]))
    expect(pages.length).toBeGreaterThan(1)
    expect(signs(content)).toContain(signs(`Name-1. Value-1. Name-2. ${long} Value-2. Name-3. Value-3.`))
    expect(times(pages.join(' '), 'Head-B')).toBeGreaterThan(1) // above the cells
  })

  test.each([
    ['more columns than a page has room for', `<tr>${'<td>x</td>'.repeat(500)}</tr>`, 'x'.repeat(500)],
    ['spans beyond all columns', '<tr><td colspan="100" rowspan="100">a</td><td>b</td></tr><tr><td>c</td></tr>', 'abc'],
    ['a table within', '<tr><td>a<table><tr><td>b</td></tr></table></td><td>c</td></tr>', 'abc'],
    ['words that are longer than a line', `<tr><td>${'x'.repeat(900)}</td><td>b</td></tr>`, `${'x'.repeat(900)}b`],
    ['no rows', '<tr/>', 'Notes'],
  ])('with %s is drawn', async (_what, rows, words) => {
    const { content } = await drawn(`<table>${rows}</table>`)
    expect(signs(content)).toContain(words)
  })

  test('with columns for which smaller text leaves room keeps them side by side', async () => {
    const row = `<tr>${'<td>circumference</td>'.repeat(10)}</tr>`
    const { pages } = await drawn(`<table>${row.repeat(30)}</table>`)
    expect(pages).toHaveLength(1)
  })
})

describe('a picture', () => {
  const media = (bytes: Buffer) =>
    `<entry><observationMedia ID="p"><value representation="B64">${bytes.toString('base64')}</value></observationMedia></entry>`
  const text = '<renderMultiMedia referencedObject="p"/>End'
  const plain = () => sharp({ create: { width: 30, height: 20, channels: 3, background: '#18a2b8' } })

  test.each(['png', 'jpeg', 'gif'] as const)('of %s is drawn', async (type) => {
    const { pictures, figures } = await drawn(text, media(await plain()[type]().toBuffer()))
    expect({ pictures, figures }).toEqual({ pictures: 1, figures: ['Picture'] })
  })

  test('that is broken is left out', async () => {
    const whole = await plain().png().toBuffer()
    const { pictures, content } = await drawn(text, media(whole.subarray(0, 40)))
    expect(pictures).toBe(0)
    expect(content).toContain('End')
  })
})

test.each([
  ['a long text', 'A line of words. '.repeat(20_000)],
  [
    'rows that all belong together',
    `<table>${`<tr><td rowspan="2">a</td>${'<td>b c d</td>'.repeat(9)}</tr>`.repeat(500)}</table>`,
  ],
  ['a cell of many pages', `<table><tr><td>${'A line of words. '.repeat(20_000)}</td><td>b</td></tr></table>`],
])('other requests run while %s is drawn', async (_what, text) => {
  let turns = 0
  let isDrawing = true
  const count = () => {
    turns++
    if (isDrawing) setImmediate(count)
  }
  setImmediate(count)
  await ccdaPdf({ xml: Buffer.from(ccdaXml({ text })), createdAt })
  isDrawing = false
  expect(turns).toBeGreaterThan(50)
})

test('links within the document lead to their places, and sections are bookmarks', async () => {
  const text = `<paragraph>High<footnote ID="f">Not fasting</footnote> <linkHtml href="#far">see below</linkHtml> <linkHtml href="#none">x</linkHtml></paragraph>
    ${'<paragraph>More.</paragraph>'.repeat(100)}<table><thead><tr><th ID="far">Far</th></tr></thead><tbody>${'<tr><td>row</td></tr>'.repeat(90)}</tbody></table>`
  const { links, bookmarks } = await drawn(text)
  expect(links).toEqual([
    { page: 1, leadsTo: 5 }, // footnotes stand at the end of their section
    { page: 1, leadsTo: 3 },
    { page: 5, leadsTo: 1 },
  ])
  expect(bookmarks).toEqual(['Notes'])
})

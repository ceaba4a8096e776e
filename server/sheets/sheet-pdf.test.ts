import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readPdf } from '../../tests/support/pdf.ts'
import { Sheet } from '../../schemas/blocks/sheet.ts'
import { drawableIn, openDocument } from './open-document.ts'
import { sheetPdf, type SheetFile } from './sheet-pdf.ts'

const [example] = (Sheet as unknown as { examples: [Sheet] }).examples // of every block: see tests/guards/contract.test.ts
const createdAt = new Date('2026-11-23T15:00:00Z')

async function pdfOf(parts: SheetFile['parts'], pictures?: SheetFile['pictures']) {
  return readPdf(await sheetPdf({ title: 'Rooms', parts, createdAt, pictures }))
}

type Table = Extract<SheetFile['parts'][number], { type: 'table' }>
const tableOf = (rows: number): Table => ({
  type: 'table',
  caption: 'Rooms',
  columns: [
    { id: 'name', label: 'Room name', share: 3, main: true },
    { id: 'seats', label: 'Seats', align: 'end' },
  ],
  rows: Array.from({ length: rows }, (_, at) => ({ id: `r${at}`, cells: { name: `Room-${at}.`, seats: String(at) } })),
  total: { id: 'sum', cells: { name: 'All rooms', seats: '120' } },
})

test('a sheet has its title, its language and tags of headings, paragraphs, lists and tables', async () => {
  const { title, language, isTagged, elements, pages } = await pdfOf(example.parts)
  expect({ title, language, isTagged }).toEqual({ title: 'Rooms', language: 'en-US', isTagged: true })
  expect(elements).toEqual(expect.arrayContaining(['Document', 'H1', 'H2', 'P', 'L', 'LI', 'Table', 'TR', 'TH', 'TD']))
  expect(pages).toHaveLength(1)
  for (const words of ['Rooms', '11/23/2026', 'Please leave', 'at six', 'Second line', 'Main hall', 'Page 1 of 1'])
    expect(pages[0]).toContain(words)
})

describe('a table of 60 rows', () => {
  test('breaks across pages, with each row once and its head on each page', async () => {
    const { pages, elements } = await pdfOf([tableOf(60)])
    expect(pages).toHaveLength(2)
    const all = pages.join(' ')
    for (let at = 0; at < 60; at++) expect(all.split(`Room-${at}.`)).toHaveLength(2)
    expect(all.split('All rooms')).toHaveLength(2)
    for (const [at, page] of pages.entries()) {
      expect(page).toContain('Room name')
      expect(page).toContain(`Page ${at + 1} of 2`)
    }
    // 60 rows, the total, and one head: the repeated one is no content. An element on two pages is read on both.
    expect(elements.filter((role) => role === 'TR')).toHaveLength(62)
  })

  test('is drawn after those that were begun before, also after one that fails', async () => {
    const order: string[] = []
    const draw = (name: string, parts: SheetFile['parts']) =>
      sheetPdf({ title: name, parts, createdAt }).then(
        () => order.push(name),
        () => order.push(`${name} failed`),
      )
    const broken = { ...tableOf(1), rows: undefined } as unknown as Table // nothing makes one; drawing it throws
    await Promise.all([draw('long', [tableOf(60)]), draw('broken', [broken]), draw('short', [tableOf(1)])])
    expect(order).toEqual(['long', 'broken failed', 'short'])
  })

  test('lets other work run meanwhile', async () => {
    let turns = 0
    const done = pdfOf([tableOf(60)])
    const count = () => {
      turns++
      if (isCounting) setImmediate(count)
    }
    let isCounting = true
    setImmediate(count)
    await done
    isCounting = false
    expect(turns).toBeGreaterThan(60)
  })
})

describe('a picture', () => {
  const src = '/files/sign.png'
  const image = (alt: string) => ({ type: 'image', src, alt, width: 120, height: 40 }) as const
  const drawn = async () =>
    new Map([
      [
        src,
        await sharp({ create: { width: 360, height: 120, channels: 3, background: '#18a2b8' } })
          .png()
          .toBuffer(),
      ],
    ])

  test('with words of its own is a figure', async () => {
    const { isTagged, elements, figures, pictures } = await pdfOf([image('The main hall')], await drawn())
    expect({ isTagged, figures, pictures }).toEqual({ isTagged: true, figures: ['The main hall'], pictures: 1 })
    expect(elements).toContain('Figure')
  })

  test('beside words that say it is decoration', async () => {
    const { isTagged, elements, pictures, pages } = await pdfOf(example.parts, await drawn())
    expect({ isTagged, pictures, pages: pages.length }).toEqual({ isTagged: true, pictures: 1, pages: 1 })
    expect(elements).not.toContain('Figure')
    expect(elements).toContain('H1')
  })

  test('that is missing is left out, and everything else is drawn', async () => {
    const { isTagged, pictures, pages } = await pdfOf(example.parts)
    expect({ isTagged, pictures }).toEqual({ isTagged: true, pictures: 0 })
    expect(pages[0]).toContain('Main hall')
  })
})

describe('a text', () => {
  const textOf = async (text: string) => (await pdfOf([{ type: 'paragraph', text }])).pages[0]

  test.each([
    ['Łukasz Żółć'],
    ['Zoë Núñez-Peña'],
    ['Nguyễn Thị Hằng'],
    ['Αλέξανδρος'],
    ['Пётр'],
    ['<b>Ann</b> & Co'],
    ['“quoted” – 50 €'],
  ])('keeps %s', async (text) => {
    expect(await textOf(text)).toContain(text)
  })

  test('is composed, and without signs that turn the order of others', async () => {
    expect(await textOf('Rene\u0301 \u202eabc')).toContain('Ren\u00e9 abc')
  })

  test('shows a sign for what the font cannot draw, never another character', async () => {
    expect(await textOf('Ann 李明 Bell')).toContain('Ann \uFFFD\uFFFD Bell')
  })

  test('of many lines goes on on the next page', async () => {
    const { pages } = await pdfOf([{ type: 'paragraph', text: 'A line of words\n'.repeat(100) }])
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.join(' ').split('A line of words')).toHaveLength(101)
  })
})

describe('a list and a grid', () => {
  test('say everything, with tags of lists and tables, and where links lead', async () => {
    const { pages, elements, isTagged } = await pdfOf([
      {
        type: 'list',
        items: [
          { text: 'First', number: 1 },
          { text: [{ text: 'Desk', href: 'tel:2125550140', printed: ' (2125550140)' }], level: 2 },
        ],
      },
      {
        type: 'grid',
        rows: [
          { cells: [{ text: 'Keys', head: true, across: 2 }] },
          { cells: [{ text: 'Desk', down: 2 }, { text: [{ text: 'Always', emphasis: true }] }] },
          { cells: [{ text: 'Never' }] },
        ],
      },
    ])
    expect(isTagged).toBe(true)
    for (const words of ['1.', 'First', '\u2022', 'Desk (2125550140)', 'Keys', 'Always', 'Never'])
      expect(pages[0]).toContain(words)
    expect(elements).toEqual(expect.arrayContaining(['L', 'LI', 'Lbl', 'LBody', 'Table', 'TR', 'TH', 'TD']))
  })

  test('longer than a page go on on the next ones, once', async () => {
    const rows = Array.from({ length: 90 }, (_, at) => ({ cells: [{ text: `Row-${at}.` }, { text: 'x' }] }))
    const items = Array.from({ length: 90 }, (_, at) => ({ text: `Item-${at}.`, number: at + 1 }))
    const { pages } = await pdfOf([
      { type: 'grid', rows },
      { type: 'list', items },
    ])
    expect(pages.length).toBeGreaterThan(3)
    const all = pages.join(' ')
    for (let at = 0; at < 90; at++)
      for (const name of ['Row', 'Item']) expect(all.split(`${name}-${at}.`)).toHaveLength(2)
  })

  test.each([
    ['columns', [{ cells: Array.from({ length: 40 }, (_, at) => ({ text: `Cell-${at}.` })) }]],
    ['lines', [{ cells: [{ text: 'Word '.repeat(5000) }, { text: 'Cell-39.' }] }]],
  ])('of more %s than a page has room for becomes lines', async (_name, rows) => {
    const { pages, elements } = await pdfOf([{ type: 'grid', rows }])
    expect(pages.join(' ')).toContain('Cell-39.')
    expect(elements).not.toContain('TD')
  })
})

describe('a word that is longer than many lines', () => {
  const signs = 300_000
  const word = 'w'.repeat(signs)
  const places: [string, SheetFile['parts'][number]][] = [
    ['a paragraph', { type: 'paragraph', text: [{ text: 'Noted: ' }, { text: word, strong: true }] }],
    ['a heading', { type: 'heading', level: 2, text: word }],
    ['facts', { type: 'facts', facts: [{ name: 'Note', value: word }] }],
    ['a list', { type: 'list', items: [{ text: word }] }],
    ['a table', { ...tableOf(0), rows: [{ id: 'r1', cells: { name: word, seats: '1' } }] }],
    ['a grid', { type: 'grid', rows: [{ cells: [{ text: word }, { text: 'one' }] }] }],
  ]

  test.for(places)('is broken where it fills a line, in %s', async ([, part]) => {
    const { pages } = await pdfOf([part])
    expect(pages.join('').replaceAll(/[^w]/g, '')).toHaveLength(signs)
  })

  test('is broken no sooner, and not between a letter and its mark', async () => {
    const doc = await openDocument({ title: 'Rooms', createdAt })
    doc.font('regular').fontSize(10)
    const width = doc.widthOfString('m') * 10.5
    expect(drawableIn(doc, 'm'.repeat(21), width)).toBe(['m'.repeat(10), 'm'.repeat(10), 'm'].join('\n'))
    expect(drawableIn(doc, `${'m'.repeat(10)} ${'m'.repeat(9)}-m`, width)).toBe(`${'m'.repeat(10)} ${'m'.repeat(9)}-m`)
    const marked = 'm\u0302' // has no composed form
    expect(drawableIn(doc, marked.repeat(11), width).split('\n')).toEqual([marked.repeat(10), marked])
  })
})

import { describe, expect, test } from 'vitest'
import {
  ccdaBytes,
  ccdaFiles,
  ccdaXml,
  hostileBytes,
  narrativeWords,
  wordsOfSections,
} from '../../tests/support/ccda.ts'
import { hasSharedFiles } from '../../tests/support/practice-to-load.ts'
import { cleanHtml } from '../protocol/clean-html.ts'
import { ccdaHtml, contentsHtml, sectionsHtml } from './ccda-html.ts'
import { readCcda } from './read-ccda.ts'

async function htmlOf(xml: string | Uint8Array, level = 1): Promise<string> {
  const document = await readCcda(Buffer.from(xml))
  return document.kind === 'sections' ? ccdaHtml(document, { level }) : ''
}

/** Cleaning moves headings two levels down and drops their ids; that is all it may change. */
const asCleaned = (html: string) =>
  html
    .replaceAll(/<(\/?)h([1-4])(?: id="[\w-]+")?>/g, (_, slash: string, level) => `<${slash}h${Number(level) + 2}>`)
    .replaceAll(/<a (href="[^#][^>]+)>/g, '<a $1 target="_blank" rel="noopener noreferrer">')
    .replaceAll('<br>', '<br />')
    .replaceAll(/<img ([^>]+)>/g, '<img $1 />')

describe.runIf(hasSharedFiles)('with ../shared/data (skipped where it is missing)', () => {
  const files = hasSharedFiles ? ccdaFiles().filter((file) => !file.includes('Embedded_PDF')) : []

  test.each(files)('every word of %s stands in the HTML in its order', async (file) => {
    const words = narrativeWords(ccdaBytes(file).toString())
    const html = await htmlOf(ccdaBytes(file))
    expect(words.length).toBeGreaterThan(50)
    expect(wordsOfSections(html.replaceAll(/<p>(Nothing is recorded here|No information)\.<\/p>/g, ''))).toEqual(words)
  })

  test.each(files)('the HTML of %s is clean already', async (file) => {
    const html = await htmlOf(ccdaBytes(file))
    expect(withoutEntities(cleanHtml(html).html)).toBe(withoutEntities(asCleaned(html)))
  })

  test('the hostile document has no markup of its own', async () => {
    const html = await htmlOf(hostileBytes('AUTHORED_hostile_ccda.xml'))
    expect([...new Set(html.match(/<[^/>][^>]*>/g))]).toEqual([
      '<h1>',
      '<dl>',
      '<dt>',
      '<dd>',
      '<h2 id="doc-section-1">',
      '<table>',
      '<tbody>',
      '<tr>',
      '<td>',
      '<p>',
      '<em>',
    ])
    expect(cleanHtml(html).html).not.toMatch(/<(script|img|iframe|svg|a )|javascript:|evil\.example/)
  })
})

/** The cleaning writes signs that need no escaping as they are. */
const withoutEntities = (html: string) => html.replaceAll('&quot;', '"').replaceAll('&#39;', "'")

test('a document begins with its title and what it is about, with headings in order', async () => {
  expect(await htmlOf(ccdaXml(), 3)).toBe(
    `<h3>Visit</h3>
<dl><dt>Patient</dt><dd>Ann Bell</dd><dt>Date of birth</dt><dd>02/14/1990</dd><dt>Date of the record</dt><dd>Jan 5, 2026, 9:30 AM (UTC−5)</dd><dt>From</dt><dd>Harbor Clinic</dd></dl>
<h4 id="doc-section-1">Notes</h4>
<p>Well.</p>`,
  )
  const inner = (title: string) => `<component><section><title>${title}</title></section></component>`
  const body = `<structuredBody>${inner('A').replace('</section>', `${inner('B')}</section>`)}${inner('C')}</structuredBody>`
  const headings = (await htmlOf(ccdaXml({ body }))).match(/<h.*<\/h\d>/g)
  expect(headings).toEqual([
    '<h1>Visit</h1>',
    '<h2 id="doc-section-1">A</h2>',
    '<h3 id="doc-section-2">B</h3>',
    '<h2 id="doc-section-3">C</h2>',
  ])
})

test('every kind of block has its element, and survives cleaning', async () => {
  const png = Buffer.from('\x89PNG\r\n\x1a\n...', 'latin1').toString('base64')
  const text = `<paragraph>H<sub>2</sub>O &lt;b&gt; <content styleCode="Bold Italics Underline">x</content><br/>y</paragraph>
    <list><item>One</item><item><paragraph>Two</paragraph><paragraph>more</paragraph></item></list><list listType="ordered"><item>a</item></list>
    <table onclick="x"><caption>Tests</caption><thead><tr><th colspan="2" class="x">Test</th></tr></thead><tbody><tr><th rowspan="2">A</th><td>1</td></tr></tbody></table>
    <renderMultiMedia referencedObject="p"/>
    <linkHtml href="https://example.test/?a=1&amp;b=%22">more</linkHtml> <linkHtml href="http://example.test/x">plain</linkHtml><footnote>Note</footnote>`
  const entries = `<entry><observationMedia ID="p"><value representation="B64">${png}</value></observationMedia></entry>`
  const html = await htmlOf(ccdaXml({ text, entries }))
  expect(html.split('\n').slice(3)).toEqual([
    '<p>H<sub>2</sub>O &lt;b&gt; <u><em><strong>x</strong></em></u><br>y</p>',
    '<ul><li>One</li><li>Two<p>more</p></li></ul>',
    '<ol><li>a</li></ol>',
    '<table><caption>Tests</caption><thead><tr><th scope="col" colspan="2">Test</th></tr></thead><tbody><tr><th scope="row" rowspan="2">A</th><td>1</td></tr></tbody></table>',
    `<p><span id="doc-picture-1"><img src="data:image/png;base64,${png}" alt="Picture"></span></p>`,
    '<p><a href="https://example.test/?a=1&amp;b=%22">more</a> plain (http://example.test/x)<span id="doc-mark-1"><a href="#doc-note-1"><sup>1</sup></a></span></p>',
    '<p><span id="doc-note-1"><a href="#doc-mark-1"><sup>1</sup></a></span> Note</p>',
  ])
  const places = new Set(['doc-mark-1', 'doc-note-1', 'doc-picture-1'])
  expect(cleanHtml(html, { places }).html).toBe(asCleaned(html))
})

test('the deepest blocks that are read survive cleaning', async () => {
  const tables = 10 // of three elements, which become four in HTML
  const deepest = '<content styleCode="Bold Italics Underline">One</content>'
  const text = `${'<table><tr><td>'.repeat(tables)}${deepest}${'</td></tr></table>'.repeat(tables)}`
  expect(cleanHtml(await htmlOf(ccdaXml({ text }))).html).toContain('<u><em><strong>One</strong></em></u>')
  await expect(htmlOf(ccdaXml({ text: text.replace('One', '<sub>One</sub>') }))).rejects.toThrow(
    'nested more than 32 deep',
  )
})

test('its sections can be drawn one by one, with a table of contents', async () => {
  const section = (title: string, inner = '') =>
    `<component><section><title>${title}</title><text>Of ${title}</text>${inner}</section></component>`
  const body = `<structuredBody>${section('A&amp;A', section('B'))}${section('C')}</structuredBody>`
  const document = await readCcda(Buffer.from(ccdaXml({ body })))
  if (document.kind !== 'sections') return expect.fail('there are no sections')
  expect(sectionsHtml(document, { level: 2 })).toEqual([
    { id: 'doc-section-1', label: 'A&A', html: '<p>Of A&amp;A</p>\n<h2 id="doc-section-2">B</h2>\n<p>Of B</p>' },
    { id: 'doc-section-3', label: 'C', html: '<p>Of C</p>' },
  ])
  expect(contentsHtml(document)).toBe(
    '<ul><li><a href="#doc-section-1">A&amp;A</a></li><li><a href="#doc-section-2">B</a></li><li><a href="#doc-section-3">C</a></li></ul>',
  )
  expect(contentsHtml({ ...document, sections: document.sections.slice(1) })).toBeUndefined()
})

describe('a section without text', () => {
  const emptySectionLines = async (attributes: string, text = '<text> <br/> </text>', inner = '') => {
    const body = `<structuredBody><component><section ${attributes}><title>A</title>${text}${inner}</section></component></structuredBody>`
    return (await htmlOf(ccdaXml({ body }))).split('\n').slice(3)
  }

  test('says so, or why', async () => {
    expect(await emptySectionLines('')).toEqual(['<p>Nothing is recorded here.</p>'])
    expect(await emptySectionLines('nullFlavor="NASK"', '')).toEqual(['<p>Not asked.</p>'])
    expect(await emptySectionLines('nullFlavor="NI"', '<text nullFlavor="MSK"/>')).toEqual(['<p>Masked.</p>'])
    expect(await emptySectionLines('nullFlavor="&lt;b&gt;"')).toEqual(['<p>No information.</p>'])
  })

  test('says nothing where sections stand in it, or text all the same', async () => {
    const inner = '<component><section><title>B</title><text>b</text></section></component>'
    expect(await emptySectionLines('', '', inner)).toEqual(['', '<h3 id="doc-section-2">B</h3>', '<p>b</p>'])
    expect(await emptySectionLines('nullFlavor="NI"', '<text>None known</text>')).toEqual(['<p>None known</p>'])
  })
})

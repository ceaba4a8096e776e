import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ccdaBytes, ccdaFiles, ccdaXml, hostileBytes } from '../../tests/support/ccda.ts'
import { hasSharedFiles, sharedFiles } from '../../tests/support/practice-to-load.ts'
import { InvalidCcda, type Block, type Ccda, type Section } from './ccda.ts'
import { limits } from './read-elements.ts'
import { readCcda } from './read-ccda.ts'

const read = (xml: string | Uint8Array) => readCcda(Buffer.from(xml))
const refusal = (xml: string | Uint8Array) => read(xml).then(String, (error: unknown) => (error as Error).message)
const sectionsOf = (document: Ccda): Section[] => (document.kind === 'sections' ? document.sections : [])
const blocksOf = async (text: string, entries = '') =>
  sectionsOf(await read(ccdaXml({ text, entries })))[0]?.blocks as Block[]
const paragraph = (...runs: object[]) => ({ kind: 'paragraph', runs })

describe.runIf(hasSharedFiles)('with ../shared/data (skipped where it is missing)', () => {
  /** The rows of the table of the chapter `ccda` of COUNTS.md, as texts. */
  const counts = () => {
    const [, chapter = ''] = readFileSync(join(sharedFiles, 'COUNTS.md'), 'utf8').split('## ccda')
    const rows = (chapter.split('\n## ')[0] ?? '').split('\n').filter((line) => /\.xml \|/.test(line))
    return new Map(rows.map((row) => [row.split('|')[1]?.trim() ?? '', row.split('|').map((cell) => cell.trim())]))
  }

  test('there are the files of eleven vendors', () => {
    expect(ccdaFiles()).toHaveLength(11)
    expect([...counts().keys()].toSorted()).toEqual(ccdaFiles().toSorted())
  })

  test.each(hasSharedFiles ? ccdaFiles() : [])('%s has the parts that were counted', async (file) => {
    const document = await read(ccdaBytes(file))
    const [, , , title = '', , sections, narrative, tables, patient = '', , custodian, nonXml] =
      counts().get(file) ?? []
    const [name = '', born = ''] = patient.split(', ')
    const own = sectionsOf(document)
    const day = document.patient.birthDay?.replaceAll('-', '')
    expect(document.title.slice(0, 60)).toBe(title)
    expect([document.patient.name.split(' ').toSorted(), day]).toEqual([name.split(' ').toSorted(), born])
    expect(document.custodian).toBe(custodian)
    expect(document.kind).toBe(nonXml === 'yes' ? 'pdf' : 'sections')
    expect(own).toHaveLength(Number(sections))
    expect(own.filter(({ blocks }) => blocks.length > 0)).toHaveLength(Number(narrative))
    expect(own.flatMap(({ blocks }) => tablesIn(blocks))).toHaveLength(Number(tables))
  })

  test('what the hostile document may not contain is gone', async () => {
    const document = await read(hostileBytes('AUTHORED_hostile_ccda.xml'))
    const [section] = sectionsOf(document)
    expect(section?.blocks.map(({ kind }) => kind)).toEqual(['table', ...Array(5).fill('paragraph')])
    expect(JSON.stringify(section)).not.toMatch(/alert|script|evil|href/)
  })

  test.each([
    [
      'AUTHORED_hostile_nonxmlbody_ccda.xml',
      'line 16, column 53: its content is elsewhere, and references are not followed',
    ],
    ['ONC_NT_BadXml.xml', 'line 59, column 5: not well-formed: disallowed character in attribute name'],
  ])('%s is refused', async (file, reason) => {
    expect(await refusal(hostileBytes(file))).toBe(reason)
  })
})

function tablesIn(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'list') return block.items.flatMap(tablesIn)
    if (block.kind !== 'table') return []
    return [block, ...[...block.head, ...block.rows].flat().flatMap((cell) => tablesIn(cell.blocks))]
  })
}

test('the header says whom the document is about', async () => {
  const patient = `<telecom use="MC" value="tel:+1(555)777-1234"/><telecom value="mailto:ann@example.test"/><telecom value="javascript:alert(1)"/>
    <addr><streetAddressLine>1 Quay</streetAddressLine><city>Boston</city><state>MA</state><postalCode>02110</postalCode></addr>
    <patient><name use="P"><given>Annie</given></name><name use="L"><family>Bell</family><suffix>Jr</suffix><given>Ann</given><given>B</given></name>
    <administrativeGenderCode code="F"/><birthTime value="199002"/>
    <guardian><code code="MTH"/><telecom value="tel:555-0100"/><guardianPerson><name><given>Eve</given><family>Bell</family></name></guardianPerson></guardian></patient>`
  const { patient: ann, ...header } = await read(ccdaXml({ patient }))
  expect(header).toMatchObject({ title: 'Visit', date: '2026-01-05', custodian: 'Harbor Clinic' })
  expect(ann).toEqual({
    ids: [{ root: '1.2.3', extension: '77' }],
    name: 'Ann B Bell Jr',
    given: ['Ann', 'B'],
    family: 'Bell',
    birthDay: undefined, // only its month is known
    gender: 'F',
    address: { street: ['1 Quay'], city: 'Boston', state: 'MA', zip: '02110' },
    phones: [{ use: 'MC', number: '+1(555)777-1234' }],
    email: 'ann@example.test',
    guardians: [
      { name: 'Eve Bell', given: ['Eve'], family: 'Bell', relation: 'MTH', phones: [{ use: '', number: '555-0100' }] },
    ],
  })
})

describe('the facts of a document', () => {
  const factsOf = async (patient: string, more = '') => {
    const xml = ccdaXml({ patient }).replace('<custodian>', `${more}<custodian>`)
    return Object.fromEntries((await read(xml)).facts.map(({ name, value }) => [name, value]))
  }

  test('name authors with their organizations, the visit, the time covered and the language', async () => {
    const author = (person: string) =>
      `<author><time value="2026"/><assignedAuthor>${person}<representedOrganization><name>Harbor</name></representedOrganization></assignedAuthor></author>`
    const more = `<languageCode code="es-MX"/>
      ${author('<assignedPerson><name><prefix>Dr.</prefix><given>Eve</given><family>Moss</family></name></assignedPerson>').repeat(2)}
      ${author('<assignedAuthoringDevice><softwareName>Scribe 2</softwareName></assignedAuthoringDevice>')}
      <documentationOf><serviceEvent><effectiveTime><low value="2019"/><high value="20260105"/></effectiveTime></serviceEvent></documentationOf>
      <componentOf><encompassingEncounter><effectiveTime><low value="202601050900-0500"/></effectiveTime></encompassingEncounter></componentOf>`
    expect(await factsOf('<patient><name>Ann Bell</name><birthTime value="19900214"/></patient>', more)).toEqual({
      Patient: 'Ann Bell',
      'Date of birth': '02/14/1990',
      'Date of the record': 'Jan 5, 2026, 9:30 AM (UTC−5)',
      Visit: 'From Jan 5, 2026, 9:00 AM (UTC−5)',
      'Time covered': '2019 – Jan 5, 2026',
      'Written by': 'Dr. Eve Moss, Harbor; Scribe 2, Harbor',
      From: 'Harbor Clinic',
      Language: 'Mexican Spanish',
    })
  })

  test('say why something is missing, and are as exact as the document', async () => {
    const masked = '<patient><name nullFlavor="MSK"/><birthTime nullFlavor="UNK"/></patient>'
    const more = '<author><assignedAuthor nullFlavor="NA"/></author>'
    expect(await factsOf(masked, more)).toMatchObject({
      Patient: 'Masked',
      'Date of birth': 'Not known',
      'Written by': 'Does not apply',
    })
    const born = async (value: string) =>
      (await factsOf(`<patient><birthTime value="${value}"/></patient>`))['Date of birth']
    expect(await Promise.all(['1990', '199002', '1990021', ''].map(born))).toEqual([
      '1990',
      'Feb 1990',
      '1990021',
      undefined,
    ])
  })
})

describe('the narrative', () => {
  test('has paragraphs of text with the styles that have a meaning', async () => {
    const text = ` Plain <content styleCode="Bold xVendor">bold <content styleCode="Italics">both</content></content>
      <sub>2</sub><br/> next <content styleCode="Underline constructor">line</content><br/>`
    expect(await blocksOf(text)).toEqual([
      paragraph(
        { text: 'Plain ' },
        { text: 'bold ', bold: true },
        { text: 'both', bold: true, italic: true },
        { text: ' ' },
        { text: '2', position: 'sub' },
        { text: '\n' },
        { text: 'next ' },
        { text: 'line', underline: true },
      ),
    ])
  })

  test('has lists within lists, and names of lists', async () => {
    const text = `<list listType="ordered"><caption>Steps</caption><item>One</item><item>Two<list><item>a</item></list></item><item/></list>`
    expect(await blocksOf(text)).toEqual([
      paragraph({ text: 'Steps', bold: true }),
      {
        kind: 'list',
        ordered: true,
        items: [
          [paragraph({ text: 'One' })],
          [paragraph({ text: 'Two' }), { kind: 'list', ordered: false, items: [[paragraph({ text: 'a' })]] }],
        ],
      },
    ])
  })

  test('has tables with heads, and with spans that a page can have', async () => {
    const text = `<table><caption>Tests</caption><thead><tr><th colspan="2">Test</th></tr></thead>
      <tfoot><tr><td>end</td></tr></tfoot>
      <tbody><tr><th rowspan="3">A</th><td colspan="10001">1</td><td colspan="0">2</td><td colspan="1e1">3</td><td colspan="-1"/></tr></tbody></table>`
    const cell = (words: string, rest: object = {}) => ({
      heads: undefined,
      colspan: 1,
      rowspan: 1,
      blocks: words === '' ? [] : [paragraph({ text: words })],
      ...rest,
    })
    expect(await blocksOf(text)).toEqual([
      {
        kind: 'table',
        caption: [{ text: 'Tests' }],
        head: [[cell('Test', { heads: 'col', colspan: 2 })]],
        rows: [[cell('A', { heads: 'row', rowspan: 3 }), cell('1'), cell('2'), cell('3'), cell('')], [cell('end')]],
      },
    ])
  })

  test('has links to absolute addresses of http and https only', async () => {
    const targets = ['https://example.test/a', ' HTTP://example.test', '#part', '/user', 'javascript:alert(1)']
      .concat([
        'java&#10;script:alert(1)',
        'data:text/html,x',
        '//example.test',
        'https://ann:pass@example.test',
        'https:example',
      ])
      .concat(['ftp://example.test', 'mailto:a@example.test'])
    const blocks = await blocksOf(
      targets.map((href) => `<paragraph><linkHtml href="${href}">x</linkHtml></paragraph>`).join(''),
    )
    const links = blocks.map((block) => (block.kind === 'paragraph' ? block.runs[0]?.href : 'none'))
    expect(links).toEqual(['https://example.test/a', 'http://example.test/', ...targets.slice(2).map(() => undefined)])
  })

  test('has pictures whose bytes are in the file and say what they are, each once', async () => {
    const bytes = { png: Buffer.from('\x89PNG\r\n\x1a\n...', 'latin1'), svg: Buffer.from('<svg onload="alert(1)"/>') }
    const media = (id: string, value: string) => `<observationMedia ID="${id}">${value}</observationMedia>`
    const inline = (of: Buffer) => `<value mediaType="image/png" representation="B64">${of.toString('base64')}</value>`
    const entries = `<entry>${media('p', inline(bytes.png))}</entry><entry>${media('s', inline(bytes.svg))}</entry>
      <entry><regionOfInterest ID="r">${media('r', '<value><reference value="https://evil.test/x.png"/></value>')}</regionOfInterest></entry>`
    const text = ['s', 'r', 'p', 'p', 'none'].map((id) => `<renderMultiMedia referencedObject="${id}"/>`).join('')
    const picture = { name: 'doc-picture-1', isPlaced: true }
    expect(await blocksOf(`${text}End`, entries)).toEqual([
      paragraph({ text: 'A picture cannot be shown here.', italic: true }),
      paragraph({ text: 'A picture cannot be shown here.', italic: true }),
      { kind: 'picture', type: 'png', bytes: bytes.png, anchors: [picture] },
      paragraph({ text: 'See the picture.', target: picture }),
      paragraph({ text: 'A picture cannot be shown here.', italic: true }),
      paragraph({ text: 'End' }),
    ])
  })

  test('has footnotes, with a mark for each', async () => {
    const text = `Early<footnoteRef IDREF="f"/>. High<footnote ID="f">Not fasting<list><item>a</item></list></footnote>, low<footnoteRef IDREF="f"/><footnoteRef IDREF="g"/>`
    const [section] = sectionsOf(await read(ccdaXml({ text })))
    const [place, mark] = ['doc-note-1', 'doc-mark-1'].map((name) => ({ name, isPlaced: true }))
    const reference = { text: '1', position: 'super', target: place }
    expect(section?.blocks).toEqual([
      paragraph(
        { text: 'Early' },
        reference,
        { text: '. High' },
        { ...reference, anchors: [mark] },
        { text: ', low' },
        reference,
      ),
    ])
    expect(section?.footnotes).toEqual([
      [
        paragraph(
          { text: '1', position: 'super', target: mark, anchors: [place] },
          { text: ' ' },
          { text: 'Not fasting' },
        ),
        { kind: 'list', ordered: false, items: [[paragraph({ text: 'a' })]] },
      ],
    ])
  })

  test('has references that lead to places under names of our own, and to nothing else', async () => {
    const link = (href: string) => `<paragraph><linkHtml href="${href}">to</linkHtml></paragraph>`
    const text = `${['#Lab1', '#row', '#s', '#none', '#empty', '#', '#x y', '#constructor'].map(link).join('')}
      <content ID="Lab1">Sugar</content><content ID="Lab1"> again</content><content ID="unused"> b</content>
      <table ID="row"><tr><td>c</td></tr></table><content ID="empty"/>`
    const body = `<structuredBody><component><section ID="s"><title>One</title><text>${text}</text></section></component></structuredBody>`
    const document = await read(ccdaXml({ body }))
    const blocks = sectionsOf(document)[0]?.blocks ?? []
    const runs = blocks.flatMap((block) => (block.kind === 'paragraph' ? block.runs : []))
    const placed = runs.slice(0, 5).map(({ target }) => target && (target.isPlaced ? target.name : 'nowhere'))
    expect(placed).toEqual(['doc-place-1', 'doc-place-2', 'doc-section-1', 'nowhere', 'nowhere'])
    expect(runs.slice(5, 8).some(({ target }) => target?.isPlaced)).toBe(false)
    expect(runs.slice(8).map((run) => [run.text, run.anchors?.map(({ name }) => name)])).toEqual([
      ['Sugar again b', ['doc-place-1']],
    ])
    const table = blocks.find((block) => block.kind === 'table')
    expect(JSON.stringify(table)).toContain('doc-place-2')
    expect(document).toMatchObject({ anchors: ['doc-section-1', 'doc-place-1', 'doc-place-2'] })
  })

  test('has a picture where the text refers to a region of it', async () => {
    const bytes = Buffer.from('\x89PNG\r\n\x1a\n...', 'latin1')
    const media = `<observationMedia ID="m"><value representation="B64">${bytes.toString('base64')}</value></observationMedia>`
    const entries = `<entry><regionOfInterest ID="region"><entryRelationship>${media}</entryRelationship></regionOfInterest></entry>`
    const [picture] = await blocksOf('<renderMultiMedia referencedObject="region"/>', entries)
    expect(picture).toMatchObject({ kind: 'picture', bytes })
  })

  test('keeps words that stand where only rows, cells or items may', async () => {
    const text = `<table>A<thead>B<tr>C<td>d</td></tr></thead><paragraph>E</paragraph><tbody><tr><td>f</td><content>G</content></tr></tbody></table><list>H<item>i</item></list>`
    const words = JSON.stringify(await blocksOf(text)).match(/"text":"\w"/g) ?? []
    expect(words.map((each) => each.at(-2)).join('')).toBe('ABCEGdfHi')
  })

  test('keeps the words of elements that are unknown, but not of scripts and styles', async () => {
    const text = `<div onclick="x">One</div><x:p xmlns:x="http://www.w3.org/1999/xhtml">Two</x:p><script>no</script><style>no</style>
      <constructor>Three</constructor><__proto__ __proto__="x" constructor="y">Four</__proto__>`
    expect(await blocksOf(text)).toEqual(['One', 'Two', 'Three', 'Four'].map((words) => paragraph({ text: words })))
  })
})

test('sections within sections, without title or text, keep their place', async () => {
  const body = `<structuredBody><component><section><title>Outer</title><text>a</text><component><section><code code="1-8" displayName="Inner"/></section></component></section></component>
    <component><section><text>b</text></section></component></structuredBody>`
  const sections = sectionsOf(await read(ccdaXml({ body })))
  expect(sections.map(({ heading, code, level, blocks }) => [heading, code, level, blocks.length])).toEqual([
    ['Outer', undefined, 1, 1],
    ['Inner', '1-8', 2, 0],
    ['Section', undefined, 1, 1],
  ])
})

describe('a body that is no XML', () => {
  const pdf = Buffer.from('%PDF-1.7\n...\n%%EOF')
  const bodyOf = (content: string, attributes = 'representation="B64"') =>
    ccdaXml({ body: `<nonXMLBody><text mediaType="application/pdf" ${attributes}>${content}</text></nonXMLBody>` })

  test('is returned as it is', async () => {
    const written = pdf.toString('base64').replaceAll(/(.{4})/g, '$1\n')
    expect(await read(bodyOf(written))).toMatchObject({ kind: 'pdf', bytes: pdf, title: 'Visit' })
  })

  test('of plain text is read as text', async () => {
    const text = 'Seen <b>today</b>.\r\nWell.\n\n  Come back.'
    const plain = 'mediaType="text/plain"'
    const asXml = text.replaceAll('<', '&lt;')
    const written = (content: string, attributes: string) =>
      ccdaXml({ body: `<nonXMLBody><text ${attributes}>${content}</text></nonXMLBody>` })
    const documents = [
      written(asXml, plain),
      written(Buffer.from(text).toString('base64'), `${plain} representation="B64"`),
    ]
    for (const xml of documents)
      expect(sectionsOf(await read(xml)).map(({ heading, blocks }) => [heading, blocks])).toEqual([
        [
          'Text',
          [
            paragraph({ text: 'Seen <b>today</b>.' }, { text: '\n' }, { text: 'Well.' }),
            paragraph({ text: 'Come back.' }),
          ],
        ],
      ])
    expect(await refusal(written('x*', `${plain} representation="B64"`))).toContain('not valid base64')
    expect(await refusal(written('<reference value="a.txt"/>', plain))).toContain('references are not followed')
  })

  test.each([
    ['a page of HTML', bodyOf(Buffer.from('<html>').toString('base64')), 'its content is not a PDF'],
    ['a late PDF', bodyOf(Buffer.from(' %PDF-').toString('base64')), 'its content is not a PDF'],
    ['invalid base64', bodyOf('JVBER*0x'), 'its content is not valid base64'],
    ['cut base64', bodyOf('JVBERi0'), 'its content is not valid base64'],
    ['nothing', bodyOf(''), 'its content is not valid base64'],
    ['plain text', bodyOf('%PDF-', ''), 'its content is neither sections nor a PDF in base64'],
    ['a packed PDF', bodyOf('JVBERi0x', 'representation="B64" compression="DF"'), 'its content is neither'],
    ['a reference', bodyOf('<reference value="file:///etc/passwd"/>'), 'references are not followed'],
    ['a script', bodyOf('<reference value="javascript:alert(20)"/>', ''), 'references are not followed'],
  ])('is refused when it is %s', async (_what, xml, reason) => {
    expect(await refusal(xml)).toMatch(/^line 4, column \d+: /)
    expect(await refusal(xml)).toContain(reason)
  })
})

describe('refused is', () => {
  const entities = Array.from({ length: 10 }, (_, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`)
  const deep = '<content>'.repeat(100_000)
  test.each([
    [
      'a billion laughs',
      ccdaXml({ before: `<!DOCTYPE x [${entities.join('')}]>`, text: '&a10;' }),
      /^line 1, column \d+: .*DOCTYPE/,
    ],
    ['an external entity', ccdaXml({ before: '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>' }), /DOCTYPE/],
    ['an external document type', ccdaXml({ before: '<!DOCTYPE x SYSTEM "https://evil.test/x.dtd">' }), /DOCTYPE/],
    ['an entity that is not XML’s', ccdaXml({ text: '&nbsp;' }), /^line 4, column \d+: not well-formed: .*entity/],
    ['what is nested 100,000 deep', ccdaXml({ text: deep }), /^line 4, column \d+: text is nested more than 32 deep$/],
    [
      'what is nested 100,000 deep outside the text',
      ccdaXml({ entries: `<entry>${'<act>'.repeat(100_000)}` }),
      /more than 100 deep/,
    ],
    [
      'sections that are nested 10,000 deep',
      ccdaXml({ body: `<structuredBody>${'<component><section>'.repeat(10_000)}` }),
      /^line 4, column \d+: elements are nested more than 100 deep$/,
    ],
    ['more marks of byte order than two', `\uFEFF\uFEFF\uFEFF${ccdaXml()}`, /^line 1, column \d+: not well-formed/],
    ['a mark of byte order within', ccdaXml().replace('<title>', '<\uFEFFtitle>'), /not well-formed/],
    [
      'a file that ends early',
      ccdaXml().slice(0, -40),
      /^line 4, column \d+: not well-formed: unclosed tag: structuredBody/,
    ],
    ['an empty file', '', /^line 1, column 1: not well-formed: document must contain a root element/],
    ['something else', '<html xmlns="http://www.w3.org/1999/xhtml"/>', /^line 1, column \d+: not a clinical document/],
    ['another namespace', ccdaXml().replace('urn:hl7-org:v3', 'urn:other'), /not a clinical document/],
    ['no patient', ccdaXml().replaceAll('recordTarget', 'informant'), /^line 1, column \d+: names no patient/],
    ['no body', ccdaXml({ body: '' }), /has no content/],
    ['more than 50,000 elements', ccdaXml({ text: '<br/>'.repeat(limits.elements) }), /more than 50000 elements/],
    [
      'more than 1,000,000 characters',
      ccdaXml({ text: 'a'.repeat(1_000_001) }),
      /more than 1000000 characters of text/,
    ],
    [
      'as many in several sections',
      ccdaXml({
        body: `<structuredBody>${`<component><section><text>${'a'.repeat(500_000)}</text></section></component>`.repeat(3)}</structuredBody>`,
      }),
      /more than 1000000 characters of text/,
    ],
    ['a prefix without a namespace', ccdaXml({ text: '<x:b>a</x:b>' }), /not well-formed: unbound namespace prefix/],
  ])('%s', async (_what, xml, reason) => {
    expect(await refusal(xml)).toMatch(reason)
    await expect(read(xml)).rejects.toBeInstanceOf(InvalidCcda)
  })

  test('a file that is too long, before it is read', async () => {
    const longest = Buffer.concat([Buffer.from(ccdaXml()), Buffer.alloc(limits.bytes, ' ')]).subarray(0, limits.bytes)
    expect((await read(longest)).title).toBe('Visit')
    expect(await refusal(Buffer.concat([longest, Buffer.from(' ')]))).toBe('line 1, column 1: longer than 10 MB')
  })
})

test('processing instructions and comments are not read', async () => {
  const before = '<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="https://evil.test/x.xsl"?>'
  expect(sectionsOf(await read(ccdaXml({ before, text: 'a<?x y?>b<!-- z -->c' })))[0]?.blocks).toEqual([
    paragraph({ text: 'abc' }),
  ])
})

test('a text that is decoded already is read, whatever encoding it declares', async () => {
  const text = `\uFEFF${ccdaXml({ before: '<?xml version="1.0" encoding="UTF-16"?>', text: 'Größe' })}`
  expect(sectionsOf(await readCcda(Buffer.from(text), { encoding: 'utf-8' }))[0]?.blocks).toEqual([
    paragraph({ text: 'Größe' }),
  ])
})

test('a second mark of byte order is no text', async () => {
  expect(await read(`\uFEFF\uFEFF${ccdaXml()}`)).toMatchObject({ title: 'Visit' })
})

test('scripts and addresses at every place become nothing, or words', async () => {
  const evil = 'javascript:alert(1)'
  const places = [
    `<paragraph onclick="${evil}" style="background:url(${evil})">a</paragraph>`,
    `<content ID="&quot;&gt;&lt;script&gt;" styleCode="${evil}">b</content>`,
    `<linkHtml href="${evil}" ID="x" rel="${evil}">c</linkHtml>`,
    `<linkHtml href="#&quot; onmouseover=&quot;alert(1)">d</linkHtml>`,
    `<footnote ID="${evil}">e</footnote><footnoteRef IDREF="${evil}"/>`,
    `<table><caption><linkHtml href="data:text/html,x">f</linkHtml></caption><tr ID="${evil}"><td background="${evil}">g</td></tr></table>`,
    `<renderMultiMedia referencedObject="${evil}"><caption>h</caption></renderMultiMedia>`,
    `<object data="${evil}">i</object><script src="${evil}">no</script>`,
  ]
  const patient = `<patient><name><given>&lt;img src=x onerror=alert(1)&gt;</given></name><birthTime value="${evil}"/></patient>`
  const { sections, facts } = (await read(ccdaXml({ patient, text: places.join('') }))) as Extract<
    Ccda,
    { kind: 'sections' }
  > // it has a structuredBody
  expect(JSON.stringify(sections)).not.toMatch(/javascript|alert|data:|onmouse/)
  expect(facts.slice(0, 2).map(({ value }) => value)).toEqual(['<img src=x onerror=alert(1)>', evil]) // text, escaped
})

describe('a text in', () => {
  const words = async (bytes: Uint8Array) => sectionsOf(await read(bytes))[0]?.blocks
  const xml = (encoding: string) => ccdaXml({ before: `<?xml version="1.0" encoding="${encoding}"?>`, text: 'Größe' })
  const utf16 = (of: string) => Buffer.from(`\uFEFF${of}`, 'utf16le')
  test.each([
    ['UTF-8 with a byte-order mark', Buffer.from(`\uFEFF${xml('utf-8')}`)],
    ['UTF-8 without a declaration', Buffer.from(ccdaXml({ before: '', text: 'Größe' }))],
    ['ISO-8859-1', Buffer.from(xml('ISO-8859-1'), 'latin1')],
    ['UTF-16, little-endian', utf16(xml('UTF-16'))],
    ['UTF-16, big-endian', utf16(xml('UTF-16')).swap16()],
  ])('%s is read', async (_what, bytes) => {
    expect(await words(bytes)).toEqual([paragraph({ text: 'Größe' })])
  })

  test.each([
    [
      'an encoding that is not supported',
      Buffer.from(xml('EBCDIC-US')),
      'line 1, column 1: the encoding EBCDIC-US is not supported',
    ],
    [
      'a name of JavaScript',
      Buffer.from(xml('constructor')),
      'line 1, column 1: the encoding constructor is not supported',
    ],
    [
      'UTF-16 that claims to be UTF-8',
      utf16(xml('UTF-8')),
      'line 1, column 1: the file says that it is in UTF-8, and is not',
    ],
    [
      'UTF-8 that claims to be UTF-16',
      Buffer.from(xml('UTF-16')),
      'line 1, column 1: the file says that it is in UTF-16, and is not',
    ],
    [
      'invalid UTF-8',
      Buffer.from(xml('UTF-8'), 'latin1'),
      expect.stringMatching(/^line 4, column \d+: not valid UTF-8$/),
    ],
  ])('%s is refused', async (_what, bytes, reason) => {
    expect(await refusal(bytes)).toEqual(reason)
  })
})

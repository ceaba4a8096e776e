import type { Anchor, Block, Cell, Paragraph, Picture, Run, Style, Table } from './ccda.ts'
import { childrenOf, type Element } from './read-elements.ts'
import type { Footnote, References } from './references.ts'

export interface Narrative {
  blocks: Block[]
  footnotes: Block[][]
}

interface Reading {
  /** Returns the picture with one of these IDs, or nothing. */
  pictureOf(ids: readonly string[]): Picture | undefined
  references: References
  footnotes: Block[][]
  /** Places that begin with the next text or picture. */
  waiting: Anchor[]
}

/** Returns the blocks of a section's `text`. Elements that are unknown are read as what they contain. */
export function narrativeOf(text: Element, given: Pick<Reading, 'pictureOf' | 'references'>): Narrative {
  const reading: Reading = { ...given, footnotes: [], waiting: [] }
  const blocks = blocksIn(text, {}, reading)
  return { blocks, footnotes: reading.footnotes }
}

/** The content of these is not text for people. */
const silent = new Set(['script', 'style', 'col', 'colgroup'].flatMap((name) => [name, `foreign:${name}`]))

/** The blocks of one element so far, and the runs of a paragraph that has not ended. */
interface Blocks {
  reading: Reading
  blocks: Block[]
  runs: Run[]
}

function blocksIn(element: Element, style: Style, reading: Reading): Block[] {
  const into: Blocks = { reading, blocks: [], runs: [] }
  readApart(into, element, style)
  return into.blocks
}

function anchorsOf({ attributes: { ID } }: Element, { references }: Reading): Anchor[] {
  const anchor = references.placeAt(ID)
  return anchor ? [anchor] : []
}

function readChildren(into: Blocks, element: Element, style: Style): void {
  const { children } = element
  const anchors = anchorsOf(element, into.reading)
  if (anchors.length > 0) into.runs.push({ text: '', anchors })
  for (const child of children)
    if (typeof child === 'string') into.runs.push({ ...style, text: child.replaceAll(/[ \t\r\n]+/g, ' ') })
    else if (!silent.has(child.name)) (readerOf(child.name) ?? readApart)(into, child, styled(child, style))
}

/** A document may call an element `constructor`. */
const readerOf = (name: string) => (Object.hasOwn(readers, name) ? readers[name] : undefined)

/** What stands before and after is another paragraph. */
function readApart(into: Blocks, element: Element, style: Style): void {
  addBlocks(into, [])
  readChildren(into, element, style)
  addBlocks(into, [])
}

/** Ends the paragraph. */
function addBlocks(into: Blocks, added: readonly Block[]): void {
  const paragraph = paragraphOf(into.runs, into.reading)
  if (paragraph.runs.length > 0) into.blocks.push(paragraph)
  into.runs = []
  into.blocks.push(...added)
}

type Reader = (into: Blocks, element: Element, style: Style) => void

/** By the names of the elements of CDA R2; all others are read apart. */
const readers: Partial<Record<string, Reader>> = {
  content: readChildren,
  sub: (into, element, style) => readChildren(into, element, { ...style, position: 'sub' }),
  sup: (into, element, style) => readChildren(into, element, { ...style, position: 'super' }),
  linkHtml: (into, element, style) =>
    readChildren(into, element, { ...style, ...leadingTo(element.attributes.href, into.reading) }),
  br: ({ runs }, _element, style) => void runs.push({ ...style, text: '\n' }),
  caption: (into, element, style) => readApart(into, element, { ...style, bold: true }),
  list: (into, element, style) => {
    addBlocks(into, [])
    addBlocks(into, listBlocks(element, style, into.reading))
  },
  table: (into, element, style) => {
    addBlocks(into, [])
    addBlocks(into, tableBlocks(element, style, into.reading))
  },
  renderMultiMedia: (into, element, style) => {
    addBlocks(into, [])
    into.reading.waiting.push(...anchorsOf(element, into.reading))
    addBlocks(into, pictureBlocks(element, into.reading))
    readApart(into, { ...element, attributes: {} }, style)
  },
  footnote: ({ runs, reading }, element) => {
    const note = reading.references.footnoteOf(element)
    if (!note) return
    const { number, place, mark } = note
    runs.push({ text: String(number), position: 'super', target: place, anchors: [mark] })
    readFootnote(reading, element, note)
  },
  footnoteRef: ({ runs, reading }, { attributes: { IDREF } }) => {
    const note = reading.references.footnoteWith(IDREF)
    if (note) runs.push({ text: String(note.number), position: 'super', target: note.place })
  },
}

/** The text around it is in the middle of a paragraph: what waits for its next word is not for the footnote. */
function readFootnote(reading: Reading, element: Element, { number, place, mark }: Footnote): void {
  const blocks: Block[] = []
  reading.footnotes.push(blocks)
  const { waiting } = reading
  reading.waiting = []
  const [first, ...rest] = blocksIn({ ...element, attributes: {} }, {}, reading)
  reading.waiting = waiting
  place.isPlaced = true
  const own: Run[] = [{ text: String(number), position: 'super', target: mark, anchors: [place] }, { text: ' ' }]
  if (first?.kind === 'paragraph') blocks.push({ ...first, runs: [...own, ...first.runs] }, ...rest)
  else blocks.push({ kind: 'paragraph', runs: own.slice(0, 1) }, ...(first ? [first] : []), ...rest)
}

/** A picture shows once; later references lead to it. What cannot be shown is not left out in silence. */
function pictureBlocks({ attributes: { referencedObject = '' } }: Element, reading: Reading): Block[] {
  const ids = referencedObject.split(/\s+/).filter((id) => id !== '')
  const picture = reading.pictureOf(ids)
  if (picture) {
    const anchors = [...reading.waiting, ...(picture.anchors ?? [])]
    reading.waiting = []
    for (const anchor of anchors) anchor.isPlaced = true
    return [{ ...picture, anchors }]
  }
  const shown = ids.map((id) => reading.references.pictureWith(id)).find((each) => each !== undefined)
  const run: Run = shown
    ? { text: 'See the picture.', target: shown }
    : { text: 'A picture cannot be shown here.', italic: true }
  return [paragraphOf([run], reading)]
}

/** Returns only the text of an element that should contain nothing else. */
function runsIn(element: Element, style: Style, reading: Reading): Run[] {
  return inOneParagraph(blocksIn(element, style, reading))
}

function inOneParagraph(blocks: readonly Block[]): Run[] {
  return blocks
    .map((block) => {
      if (block.kind === 'paragraph') return block.runs
      return block.kind === 'list' ? block.items.flatMap(inOneParagraph) : []
    })
    .flatMap((runs, at) => (at === 0 || runs.length === 0 ? runs : [{ text: '\n' }, ...runs]))
}

/** CDA R2, 4.3.5.11; the others, and those of vendors, change nothing that has a meaning. */
const styleCodes: Record<string, Style> = {
  bold: { bold: true },
  italics: { italic: true },
  emphasis: { italic: true },
  underline: { underline: true },
}

function styled({ attributes: { styleCode = '' } }: Element, style: Style): Style {
  if (styleCode === '') return style
  const codes = styleCode.toLowerCase().split(/\s+/)
  return Object.assign({}, style, ...codes.map((code) => (Object.hasOwn(styleCodes, code) ? styleCodes[code] : {})))
}

/** A link leads to another place of the document, or out of the portal. */
function leadingTo(href = '', { references }: Reading): Pick<Style, 'href' | 'target'> {
  const [, id] = /^\s*#(\S+)\s*$/.exec(href) ?? []
  return id === undefined ? { href: outsideAddress(href) } : { target: references.anchorOf(id) }
}

/** Returns the address if it is an absolute one of http or https, without a name or password in it. */
function outsideAddress(href = ''): string | undefined {
  if (!/^\s*https?:\/\//i.test(href) || !URL.canParse(href)) return undefined
  const url = new URL(href)
  return ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '' ? url.href : undefined
}

/**
 * Returns one paragraph, with single blanks between words and no blank or new line at its ends. Places begin with the next
 * word, which may be in a later paragraph.
 */
function paragraphOf(runs: readonly Run[], reading: Reading): Paragraph {
  const pieces: Run[] = []
  let isAfterBlank = true
  for (const run of runs) {
    if (run.text === '') reading.waiting.push(...(run.anchors ?? []))
    const isNewLine = run.text === '\n'
    if (isNewLine) dropLastBlank(pieces)
    const text = isAfterBlank ? run.text.replace(/^ /, '') : run.text
    if (text === '' || (isNewLine && pieces.length === 0)) continue
    pieces.push(text.trim() === '' ? { ...run, text } : placed({ ...run, text }, reading))
    isAfterBlank = /[ \n]$/.test(text)
  }
  while (pieces.at(-1)?.text === '\n' || dropLastBlank(pieces)) if (pieces.at(-1)?.text === '\n') pieces.pop()
  return { kind: 'paragraph', runs: joined(pieces) }
}

function placed(run: Run, reading: Reading): Run {
  const anchors = [...reading.waiting, ...(run.anchors ?? [])]
  reading.waiting = []
  for (const anchor of anchors) anchor.isPlaced = true
  return anchors.length === 0 ? run : { ...run, anchors }
}

/** Returns whether there was one. */
function dropLastBlank(pieces: Run[]): boolean {
  const last = pieces.at(-1)
  if (!last?.text.endsWith(' ')) return false
  pieces.pop()
  if (last.text !== ' ') pieces.push({ ...last, text: last.text.slice(0, -1) })
  return true
}

/** Makes one run of neighbors in the same style, in one go: adding piece to piece copies long texts again and again. */
function joined(pieces: readonly Run[]): Run[] {
  const groups: Run[][] = []
  for (const piece of pieces) {
    const last = groups.at(-1)
    const first = last?.[0]
    const isAlike = first && first.text !== '\n' && piece.text !== '\n' && !piece.anchors && sameStyle(first, piece)
    if (isAlike) last.push(piece)
    else groups.push([piece])
  }
  return groups.flatMap(([first, ...rest]) =>
    first ? [{ ...first, text: [first, ...rest].map(({ text }) => text).join('') }] : [],
  )
}

const styles = ['bold', 'italic', 'underline', 'position', 'href', 'target'] as const

/** Whether two pieces of text look and lead alike. */
export const sameStyle = (one: Style, other: Style): boolean => styles.every((style) => one[style] === other[style])

/** Returns the list, after its caption. */
function listBlocks(element: Element, style: Style, reading: Reading): Block[] {
  reading.waiting.push(...anchorsOf(element, reading))
  const parts = element.children.flatMap((child): Element[] => {
    if (typeof child !== 'string') return [child]
    return child.trim() === '' ? [] : [{ ...element, name: 'item', attributes: {}, children: [child] }]
  })
  const [captions, others] = [
    parts.filter(({ name }) => name === 'caption'),
    parts.filter(({ name }) => name !== 'caption'),
  ]
  const items = others.map((item) => blocksIn(item, styled(item, style), reading)).filter((blocks) => blocks.length > 0)
  const ordered = element.attributes.listType === 'ordered'
  return [
    ...captions.flatMap((caption) => blocksIn(caption, { ...style, bold: true }, reading)),
    ...(items.length === 0 ? [] : [{ kind: 'list' as const, ordered, items }]),
  ]
}

/** Returns the table, after what may not stand between its rows and cells. */
function tableBlocks(element: Element, style: Style, reading: Reading): Block[] {
  reading.waiting.push(...anchorsOf(element, reading))
  return [...strayBlocks(element, { style, reading }), ...tableIn(element, style, reading)]
}

const tableParts = new Set(['caption', 'thead', 'tbody', 'tfoot', 'tr'])

function strayBlocks(element: Element, { style, reading }: { style: Style; reading: Reading }): Block[] {
  const isRow = element.name === 'tr'
  const alone = (child: Element | string): Element => ({ ...element, attributes: {}, children: [child] })
  return element.children.flatMap((child): Block[] => {
    if (typeof child === 'string' && child.trim() === '') return []
    if (typeof child === 'string') return blocksIn(alone(child), style, reading)
    if (isRow && isCell(child)) return []
    if (!isRow && child.name !== 'caption' && tableParts.has(child.name)) return strayBlocks(child, { style, reading })
    if (!isRow && child.name === 'caption' && element.name === 'table') return []
    return blocksIn(alone(child), style, reading)
  })
}

function tableIn(element: Element, style: Style, reading: Reading): Table[] {
  const rowsOf = (parent: Element, inHead: boolean) =>
    childrenOf(parent, 'tr')
      .map((row) => rowOf(row, { inHead, style: styled(row, styled(parent, style)), reading }))
      .filter((row) => row.length > 0)
  const groups = (name: string) => childrenOf(element, name).flatMap((group) => rowsOf(group, name === 'thead'))
  const caption = childrenOf(element, 'caption').flatMap((child) => runsIn(child, styled(child, style), reading))
  const head = groups('thead')
  const rows = [...groups('tbody'), ...rowsOf(element, false), ...groups('tfoot')]
  return head.length + rows.length === 0 ? [] : [{ kind: 'table', caption, head, rows }]
}

interface RowReading {
  inHead: boolean
  style: Style
  reading: Reading
}

function rowOf(row: Element, { inHead, style, reading }: RowReading): Cell[] {
  reading.waiting.push(...anchorsOf(row, reading))
  const cells = row.children.filter((child): child is Element => typeof child !== 'string' && isCell(child))
  const isHead = inHead || cells.every(({ name }) => name === 'th')
  return cells.map((cell) => ({
    heads: isHead ? 'col' : cell.name === 'th' ? 'row' : undefined,
    colspan: spanOf(cell.attributes.colspan),
    rowspan: spanOf(cell.attributes.rowspan),
    blocks: blocksIn(cell, styled(cell, style), reading),
  }))
}

const isCell = ({ name }: Element) => name === 'td' || name === 'th'

/** More than a person can follow is a mistake, or an attack on who draws it. */
const mostSpan = 100

function spanOf(written = '1'): number {
  const span = /^\d{1,3}$/.test(written) ? Number(written) : 1
  return span >= 1 && span <= mostSpan ? span : 1
}

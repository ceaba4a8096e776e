import type { Block, Cell, Paragraph, Picture, Run, Style, Table } from './ccda.ts'
import { childrenOf, type Element } from './read-elements.ts'

export interface Narrative {
  blocks: Block[]
  footnotes: Run[][]
}

interface Reading {
  /** Returns the picture with one of these IDs, or nothing. */
  pictureOf(ids: readonly string[]): Picture[]
  footnotes: { id: string; runs: Run[] }[]
}

/** Returns the blocks of a section's `text`. Elements that are unknown are read as what they contain. */
export function narrativeOf(text: Element, pictureOf: Reading['pictureOf']): Narrative {
  const reading: Reading = { pictureOf, footnotes: [] }
  const blocks = blocksIn(text, {}, reading)
  return { blocks, footnotes: reading.footnotes.map(({ runs }) => runs) }
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

function readChildren(into: Blocks, { children }: Element, style: Style): void {
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
  const paragraph = paragraphOf(into.runs)
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
    readChildren(into, element, { ...style, href: outsideAddress(element.attributes.href) }),
  br: ({ runs }, _element, style) => void runs.push({ ...style, text: '\n' }),
  caption: (into, element, style) => readApart(into, element, { ...style, bold: true }),
  list: (into, element, style) => addBlocks(into, listBlocks(element, style, into.reading)),
  table: (into, element, style) => addBlocks(into, tableIn(element, style, into.reading)),
  renderMultiMedia: (into, element, style) => {
    addBlocks(into, into.reading.pictureOf((element.attributes.referencedObject ?? '').split(/\s+/)))
    readApart(into, element, style)
  },
  footnote: ({ runs, reading }, element, style) => void runs.push(markOf(footnote(element, style, reading), style)),
  footnoteRef: ({ runs, reading }, { attributes: { IDREF } }, style) => {
    const number = reading.footnotes.findIndex(({ id }) => id === IDREF) + 1
    if (number > 0) runs.push(markOf(number, style))
  },
}

/** Returns the number of a footnote, which it keeps. */
function footnote(child: Element, style: Style, reading: Reading): number {
  const kept = { id: child.attributes.ID ?? '', runs: [] as Run[] }
  reading.footnotes.push(kept)
  const number = reading.footnotes.length
  kept.runs = runsIn(child, style, reading)
  return number
}

const markOf = (number: number, style: Style): Run => ({ ...style, position: 'super', text: String(number) })

/** Returns only the text of an element that should contain nothing else. */
function runsIn(element: Element, style: Style, reading: Reading): Run[] {
  return blocksIn(element, style, reading).flatMap((block) => (block.kind === 'paragraph' ? block.runs : []))
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

/** Returns the address if it is an absolute one of http or https, without a name or password in it. */
function outsideAddress(href = ''): string | undefined {
  if (!/^\s*https?:\/\//i.test(href) || !URL.canParse(href)) return undefined
  const url = new URL(href)
  return ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '' ? url.href : undefined
}

/** Returns one paragraph, with single blanks between words and no blank or new line at its ends. */
function paragraphOf(runs: readonly Run[]): Paragraph {
  const pieces: Run[] = []
  let isAfterBlank = true
  for (const run of runs) {
    const isNewLine = run.text === '\n'
    if (isNewLine) dropLastBlank(pieces)
    const text = isAfterBlank ? run.text.replace(/^ /, '') : run.text
    if (text === '' || (isNewLine && pieces.length === 0)) continue
    pieces.push({ ...run, text })
    isAfterBlank = /[ \n]$/.test(text)
  }
  while (pieces.at(-1)?.text === '\n' || dropLastBlank(pieces)) if (pieces.at(-1)?.text === '\n') pieces.pop()
  return { kind: 'paragraph', runs: joined(pieces) }
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
    const isAlike = first && first.text !== '\n' && piece.text !== '\n' && sameStyle(first, piece)
    if (isAlike) last.push(piece)
    else groups.push([piece])
  }
  return groups.flatMap(([first, ...rest]) =>
    first ? [{ ...first, text: [first, ...rest].map(({ text }) => text).join('') }] : [],
  )
}

const styles = ['bold', 'italic', 'underline', 'position', 'href'] as const

const sameStyle = (one: Style, other: Style) => styles.every((style) => one[style] === other[style])

/** Returns the list, after its caption. */
function listBlocks(element: Element, style: Style, reading: Reading): Block[] {
  const parts = element.children.filter((child): child is Element => typeof child !== 'string')
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

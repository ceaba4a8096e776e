import sanitizeHtml from 'sanitize-html'
import type { BlockOf } from '../../schemas/blocks.ts'

type SheetPart = BlockOf<'sheet'>['parts'][number]
type List = Extract<SheetPart, { type: 'list' }>
type Grid = Extract<SheetPart, { type: 'grid' }>
type Cell = Grid['rows'][number]['cells'][number]
type Piece = Exclude<Cell['text'], string>[number]

/** Pieces of plain text; a line feed begins a new line. */
type Paragraph = Piece[]
export type HtmlPart = Paragraph | List | Grid

/**
 * Returns HTML that somebody wrote as parts of a sheet, so that screen, file and paper say the same: paragraphs, line
 * breaks, strong and emphasized words, lists, tables and links are left of its markup.
 */
export function partsOfHtml(html: string): HtmlPart[] {
  return partsOf(sanitizeHtml(html, cleaning))
}

/** Leaves these tags, with the attributes that are read below; text is escaped, scripts and styles are gone. */
const cleaning: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'strong', 'em', 'a', 'ul', 'ol', 'li', 'table', 'tr', 'td', 'th'],
  allowedAttributes: { a: ['href'], ol: ['start'], td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'] },
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    b: 'strong',
    i: 'em',
    ...Object.fromEntries(
      ['div', 'caption', 'blockquote', 'pre', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => [tag, 'p']),
    ),
  },
}

/** Every `<` and `>` of the cleaned HTML that is no tag is escaped: tags can be told from text. */
const tags = /(<\/?[a-z]+(?: [^<>]*)?>)/
const tagParts = /^<(\/?)([a-z]+)([^<>]*)>$/

const mostLevels = 6
const mostAcross = 12
const mostDown = 50

function partsOf(html: string): HtmlPart[] {
  const parts = new PartBuilder()
  for (const token of html.split(tags)) {
    const [, closing, tag, attributes = ''] = tagParts.exec(token) ?? []
    if (tag === undefined) parts.add(unescaped(token.replaceAll(/\s+/g, ' ')))
    else if (closing === '/') parts.end(tag)
    else parts.begin(tag, attributes)
  }
  return parts.finish()
}

interface OpenList {
  /** The number of the next item; undefined in a list with dots. */
  next: number | undefined
  /** An item has begun and has no text yet. */
  isNew: boolean
  number: number | undefined
}

/** Takes the tags of cleaned HTML, which are balanced, in their order. */
class PartBuilder {
  readonly #parts: HtmlPart[] = []
  #text: Paragraph = []
  #strong = 0
  #emphasis = 0
  #href: string | undefined
  /** What the open link says so far. */
  #linked = ''
  #lists: OpenList[] = []
  #tables = 0
  #listsOutside: OpenList[] = []
  #rows: Grid['rows'] = []
  #cell: Cell | undefined

  add(text: string): void {
    if (this.#href !== undefined) this.#linked += text
    this.#text.push({
      text,
      ...(this.#strong > 0 && { strong: true }),
      ...(this.#emphasis > 0 && { emphasis: true }),
      ...(this.#href !== undefined && text.trim() !== '' && { href: this.#href }),
    })
  }

  begin(tag: string, attributes: string): void {
    if (tag === 'br') return this.add('\n')
    if (tag === 'strong') return void this.#strong++
    if (tag === 'em') return void this.#emphasis++
    if (tag === 'a') return this.#beginLink(attributes)
    this.#flush()
    if (tag === 'ul') this.#lists.push({ next: undefined, isNew: true, number: undefined })
    if (tag === 'ol') this.#lists.push({ next: numberIn(attributes, 'start') ?? 1, isNew: true, number: undefined })
    if (tag === 'li') this.#beginItem()
    if (tag === 'table') this.#beginTable()
    if (this.#tables !== 1) return
    if (tag === 'tr') this.#rows.push({ cells: [] })
    if (tag === 'td' || tag === 'th') this.#beginCell(tag, attributes)
  }

  end(tag: string): void {
    if (tag === 'strong') return void this.#strong--
    if (tag === 'em') return void this.#emphasis--
    if (tag === 'a') return this.#endLink()
    this.#flush()
    if (tag === 'ul' || tag === 'ol') this.#lists.pop()
    if (tag === 'table') this.#endTable()
    if (this.#tables === 1 && (tag === 'td' || tag === 'th')) this.#cell = undefined
  }

  finish(): HtmlPart[] {
    this.#flush()
    return this.#parts
  }

  #beginLink(attributes: string): void {
    const href = unescaped(/ href="([^"]*)"/.exec(attributes)?.[1] ?? '')
    this.#href = isHref(href) ? href : undefined
    this.#linked = ''
  }

  /** On paper the address follows, unless the words are the address. */
  #endLink(): void {
    const last = this.#text.findLast(({ href }) => href !== undefined)
    const address = this.#href?.replace(/^(mailto|tel):/, '')
    if (last && address !== undefined && this.#linked.trim() !== address) last.printed = ` (${address})`
    this.#href = undefined
  }

  #beginItem(): void {
    const list = this.#lists.at(-1)
    if (!list) return
    list.isNew = true
    list.number = list.next
    if (list.next !== undefined) list.next++
  }

  #beginTable(): void {
    this.#tables++
    if (this.#tables > 1) return
    this.#rows = []
    this.#listsOutside = this.#lists
    this.#lists = []
  }

  #endTable(): void {
    this.#tables--
    if (this.#tables > 0) return
    const rows = this.#rows.filter(({ cells }) => cells.length > 0)
    if (rows.some(({ cells }) => cells.some(({ text }) => text.length > 0))) this.#parts.push({ type: 'grid', rows })
    this.#cell = undefined
    this.#lists = this.#listsOutside
  }

  #beginCell(tag: string, attributes: string): void {
    if (this.#rows.length === 0) this.#rows.push({ cells: [] })
    const across = Math.min(numberIn(attributes, 'colspan') ?? 1, mostAcross)
    const down = Math.min(numberIn(attributes, 'rowspan') ?? 1, mostDown)
    this.#cell = {
      text: [],
      ...(tag === 'th' && { head: true }),
      ...(across > 1 && { across }),
      ...(down > 1 && { down }),
    }
    this.#rows.at(-1)?.cells.push(this.#cell)
  }

  /** Ends the paragraph that is open. */
  #flush(): void {
    const text = trimmed(this.#text)
    this.#text = []
    if (text.length === 0) return
    const list = this.#lists.at(-1)
    if (this.#cell) this.#addToCell(this.#cell, text)
    else if (list) this.#addToList(list, text)
    else this.#parts.push(text)
    if (list) list.isNew = false
  }

  #addToCell({ text: own }: Cell, text: Paragraph): void {
    if (typeof own === 'string') return // cells are made with pieces
    const list = this.#lists.at(-1)
    if (own.length > 0) own.push({ text: '\n' })
    if (list?.isNew) own.push({ text: list.number === undefined ? '• ' : `${list.number}. ` })
    for (const piece of text) own.push(piece)
  }

  /** Another paragraph of an item follows it on a new line. Lists that follow each other are one. */
  #addToList({ isNew, number }: OpenList, text: Paragraph): void {
    const level = Math.min(this.#lists.length, mostLevels)
    const last = this.#parts.at(-1)
    const part: List = last && !Array.isArray(last) && last.type === 'list' ? last : { type: 'list', items: [] }
    if (part !== last) this.#parts.push(part)
    const item = part.items.at(-1)
    const isSame = !isNew && item !== undefined && (item.level ?? 1) === level
    if (isSame && typeof item.text !== 'string') for (const piece of [{ text: '\n' }, ...text]) item.text.push(piece)
    else part.items.push({ text, ...(level > 1 && { level }), ...(isNew && number !== undefined && { number }) })
  }
}

/** As `Href` of the contract, without addresses of the portal. */
function isHref(href: string): boolean {
  return /^(https:\/\/[^\s]+|tel:\+?[0-9][^\s]*|mailto:[^\s]+)$/i.test(href) && href.length <= 2000
}

function numberIn(attributes: string, name: string): number | undefined {
  const number = Number(new RegExp(` ${name}="(\\d{1,4})"`).exec(attributes)?.[1])
  return number > 0 ? number : undefined
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

function unescaped(text: string): string {
  return text.replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity)
}

/** Without blanks around the paragraph and around its line breaks. */
function trimmed(paragraph: Paragraph): Paragraph {
  const joined = paragraph.filter(({ text }) => text !== '')
  const isBlank = (at: number) => /^\s*$/.test(joined[at]?.text ?? '')
  let from = 0
  let to = joined.length
  while (from < to && isBlank(from)) from++
  while (to > from && isBlank(to - 1)) to--
  return joined.slice(from, to).map((piece, at, all) => ({
    ...piece,
    text:
      piece.text === '\n'
        ? piece.text
        : piece.text
            .replace(at === 0 || all[at - 1]?.text === '\n' ? /^ / : /^$/, '')
            .replace(at === all.length - 1 || all[at + 1]?.text === '\n' ? / $/ : /^$/, ''),
  }))
}

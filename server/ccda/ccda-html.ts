import escapeHtml from 'escape-html'
import type { Anchor, Block, Cell, Ccda, Run, Section, Table } from './ccda.ts'

type SectionsCcda = Extract<Ccda, { kind: 'sections' }>

interface HtmlOptions {
  /** Of the title; sections begin one below. */
  level: number
}

/** Returns a document as HTML, with everything escaped. It contains no attributes but those that are written here. */
export function ccdaHtml(document: SectionsCcda, { level }: HtmlOptions): string {
  const facts = document.facts.map(({ name, value }) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`)
  return [
    heading(level, document.title),
    `<dl>${facts.join('')}</dl>`,
    ...document.sections.map((section) => sectionHtml(section, level + 1)),
  ].join('\n')
}

export interface SectionHtml {
  /** The place to which the table of contents leads. */
  id: string
  label: string
  /** Without its own heading, and with the sections within it. */
  html: string
}

/** Returns each section that is in no other one. The level is that of the headings of sections within it. */
export function sectionsHtml({ sections }: SectionsCcda, { level }: HtmlOptions): SectionHtml[] {
  const outer = sections.flatMap((section, at) => (section.level === 1 ? [at] : []))
  return outer.flatMap((at, place) => {
    const [own, ...inner] = sections.slice(at, outer[place + 1])
    if (!own) return []
    const parts = [contentOfSection(own), ...inner.map((section) => sectionHtml(section, level - 1))]
    return [{ id: own.anchor.name, label: own.heading, html: parts.filter((part) => part !== '').join('\n') }]
  })
}

/** Returns links to all sections; undefined where there are so few that nobody needs them. */
export function contentsHtml({ sections }: SectionsCcda): string | undefined {
  if (sections.length < 3) return undefined
  const items = sections.map(({ heading: words, anchor }) => {
    return `<li><a href="#${anchor.name}">${escapeHtml(words)}</a></li>`
  })
  return `<ul>${items.join('')}</ul>`
}

function sectionHtml(section: Section, level: number): string {
  return [heading(level + section.level - 1, section.heading, section.anchor.name), contentOfSection(section)].join(
    '\n',
  )
}

/** Returns what stands below the heading of a section. */
function contentOfSection({ blocks, footnotes, empty }: Section): string {
  const content = empty === '' ? blocks.map(blockHtml) : [`<p>${escapeHtml(empty)}</p>`]
  return [...content, ...footnotes.flat().map(blockHtml)].join('\n')
}

function heading(level: number, words: string, id?: string): string {
  const tag = `h${Math.min(level, 6)}`
  return `<${tag}${id === undefined ? '' : ` id="${id}"`}>${escapeHtml(words)}</${tag}>`
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p>${runsHtml(block.runs)}</p>`
    case 'list': {
      const tag = block.ordered ? 'ol' : 'ul'
      return `<${tag}>${block.items.map((item) => `<li>${contentHtml(item)}</li>`).join('')}</${tag}>`
    }
    case 'table':
      return tableHtml(block)
    case 'picture':
      return `<p>${anchored(`<img src="data:image/${block.type};base64,${block.bytes.toString('base64')}" alt="Picture">`, block.anchors)}</p>`
  }
}

/** A single paragraph of an item or a cell needs no element of its own. */
function contentHtml(blocks: readonly Block[]): string {
  return blocks
    .map((block, at) => (at === 0 && block.kind === 'paragraph' ? runsHtml(block.runs) : blockHtml(block)))
    .join('')
}

function tableHtml({ caption, head, rows }: Table): string {
  const rowHtml = (row: readonly Cell[]) => `<tr>${row.map(cellHtml).join('')}</tr>`
  return [
    '<table>',
    caption.length === 0 ? '' : `<caption>${runsHtml(caption)}</caption>`,
    head.length === 0 ? '' : `<thead>${head.map(rowHtml).join('')}</thead>`,
    rows.length === 0 ? '' : `<tbody>${rows.map(rowHtml).join('')}</tbody>`,
    '</table>',
  ].join('')
}

function cellHtml({ heads, colspan, rowspan, blocks }: Cell): string {
  const tag = heads ? 'th' : 'td'
  const scope = heads ? ` scope="${heads}"` : ''
  const spans = `${colspan > 1 ? ` colspan="${colspan}"` : ''}${rowspan > 1 ? ` rowspan="${rowspan}"` : ''}`
  return `<${tag}${scope}${spans}>${contentHtml(blocks)}</${tag}>`
}

const runsHtml = (runs: readonly Run[]): string => runs.map(runHtml).join('')

/** The last place contains what begins there, so that it can have the focus. */
function anchored(html: string, anchors: readonly Anchor[] = []): string {
  const ids = anchors.map(({ name }) => name)
  const last = ids.pop()
  return `${ids.map((id) => `<span id="${id}"></span>`).join('')}${last === undefined ? html : `<span id="${last}">${html}</span>`}`
}

const runHtml = (run: Run): string => anchored(linkedHtml(run), run.anchors)

function linkedHtml({ text, bold, italic, underline, position, href, target }: Run): string {
  if (text === '\n') return '<br>'
  const tags = [bold && 'strong', italic && 'em', underline && 'u', position && (position === 'sub' ? 'sub' : 'sup')]
  const styled = tags.reduce<string>((inner, tag) => (tag ? `<${tag}>${inner}</${tag}>` : inner), escapeHtml(text))
  if (target?.isPlaced) return `<a href="#${target.name}">${styled}</a>`
  if (href === undefined) return styled
  // Screens link to https only; elsewhere the address stands as text.
  if (href.startsWith('https:')) return `<a href="${escapeHtml(href)}">${styled}</a>`
  return text.includes(href.replace(/\/$/, '')) ? styled : `${styled} (${escapeHtml(href)})`
}

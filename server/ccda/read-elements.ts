import { SaxesParser, type SaxesTagNS } from 'saxes'
import { InvalidCcda } from './ccda.ts'
import { decodedPieces } from './decode-xml.ts'

export interface Element {
  /** Without prefix. Of another namespace than HL7's: with `foreign:` before it. */
  name: string
  attributes: Record<string, string>
  children: (Element | string)[]
  line: number
  column: number
}

/** What becomes of an element: kept whole with everything in it, entered, or skipped with everything in it. */
type Fate = 'keep' | 'enter' | 'skip'

export interface Visitor {
  /** The path holds the names from the root to the element itself. */
  fateOf(path: readonly string[]): Fate
  /** Of an element that is entered. */
  entered?(path: readonly string[], element: Element): void
  left?(path: readonly string[]): void
  kept(path: readonly string[], element: Element): void
}

export interface XmlOptions {
  /** Of a file that was decoded before, and may state another one. */
  encoding?: 'utf-8'
}

export const limits = {
  bytes: 10 * 1024 * 1024,
  /** Documents of eleven vendors are at most 22 deep. */
  depth: 100,
  /** Of an element that is kept. Its HTML then is at most 46 deep, of which cleaning keeps 50; eleven vendors need 9. */
  keptDepth: 32,
  /** Of elements that are kept: the largest of those documents keeps 700. */
  elements: 50_000,
} as const

const hl7 = 'urn:hl7-org:v3'

/**
 * Reads a file of XML from begin to end and calls the visitor with those of its elements that it keeps. No document type
 * is read, so that there are no entities but XML's own five; processing instructions and comments are skipped. Throws
 * InvalidCcda.
 */
export function readElements(file: Uint8Array, visitor: Visitor, { encoding }: XmlOptions = {}): void {
  if (file.length > limits.bytes)
    throw new InvalidCcda(`longer than ${limits.bytes / 1024 / 1024} MB`, { line: 1, column: 1 })
  const parser = openParser(visitor)
  for (const text of decodedPieces(file, encoding)) parser.write(text)
  parser.close()
}

function openParser(visitor: Visitor): SaxesParser<{ xmlns: true }> {
  const parser = new SaxesParser({ xmlns: true })
  const path: string[] = []
  /** Elements that are being kept, from the outermost to the current one. */
  const open: Element[] = []
  let depth = 0
  /** The depth of the element that is being skipped with everything in it; 0 if none is. */
  let skipped = 0
  let count = 0
  const refuse = (reason: string): never => {
    throw new InvalidCcda(reason, { line: parser.line, column: parser.columnIndex + 1 })
  }
  parser.on('error', ({ message }) =>
    refuse(`not well-formed: ${message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')}`),
  )
  parser.on('doctype', () => refuse('a document type (DOCTYPE) is not allowed'))
  parser.on('opentag', (tag) => {
    depth++
    if (depth > limits.depth) refuse(`elements are nested more than ${limits.depth} deep`)
    if (skipped > 0) return
    path.push(nameOf(tag))
    const fate = open.length > 0 ? 'keep' : visitor.fateOf(path)
    if (fate === 'skip') {
      skipped = depth
      return
    }
    const element = elementOf(tag, { line: parser.line, column: parser.columnIndex + 1 })
    if (fate === 'enter') {
      visitor.entered?.(path, element)
      return
    }
    if (open.length >= limits.keptDepth) refuse(`text is nested more than ${limits.keptDepth} deep`)
    if (++count > limits.elements) refuse(`more than ${limits.elements} elements of text`)
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  const addText = (words: string) => void open.at(-1)?.children.push(words)
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    depth--
    if (skipped > 0 && skipped <= depth) return
    const element = open.pop()
    if (element && open.length === 0) visitor.kept(path, element)
    if (!element && skipped === 0) visitor.left?.(path)
    skipped = 0
    path.pop()
  })
  return parser
}

/** Without prefix. */
const nameOf = ({ local, uri }: SaxesTagNS) => (uri === hl7 ? local : `foreign:${local}`)

function elementOf(tag: SaxesTagNS, place: { line: number; column: number }): Element {
  const attributes: Record<string, string> = {}
  for (const { prefix, local, value } of Object.values(tag.attributes)) if (prefix === '') attributes[local] = value
  return { name: nameOf(tag), attributes, children: [], ...place }
}

/** Returns the child elements of this name. */
export function childrenOf({ children }: Element, name: string): Element[] {
  return children.filter((child): child is Element => typeof child !== 'string' && child.name === name)
}

/** Follows the first child of each name. */
export function within(element: Element | undefined, ...names: string[]): Element | undefined {
  return names.reduce<Element | undefined>((parent, name) => parent && childrenOf(parent, name)[0], element)
}

/** Returns all text in an element, with single blanks. */
export function textIn(element: Element | undefined): string {
  return rawTextIn(element).replaceAll(/\s+/g, ' ').trim()
}

/** Returns all text in an element as it stands. */
export function rawTextIn(element: Element | undefined): string {
  return element?.children.map((child) => (typeof child === 'string' ? child : rawTextIn(child))).join('') ?? ''
}

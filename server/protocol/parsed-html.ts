import { defaultTreeAdapter as tree, parseFragment, serialize, type DefaultTreeAdapterMap } from 'parse5'

type Node = DefaultTreeAdapterMap['childNode']
type Element = DefaultTreeAdapterMap['element']

interface ParsedHtml {
  /** Well-formed: every tag that needs an end has one. */
  html: string
  /** Words of it are in a part that is not drawn. */
  isPartMissing: boolean
}

/** Their content is text for a parser, up to their end; without an end it is all that follows. */
const swallowing: ReadonlySet<string> = new Set(['iframe', 'title', 'textarea', 'xmp', 'noembed', 'noframes'])
/** Nothing of their content is drawn, and a reader would miss it. */
export const hidingTags: ReadonlySet<string> = new Set(['svg', 'math', 'iframe', 'xmp', 'noembed', 'noframes'])
const unread: ReadonlySet<string> = new Set(['script', 'style', 'template'])

/** Each of them is parsed once more; nobody writes more of them. */
const mostUnclosed = 10
/** In characters: more take seconds. */
const longest = 1_000_000
/** Writing a tree takes as much of the stack as it is deep. */
const mostLevels = 500

/**
 * Parses HTML as browsers do (parse5, HTML Standard 13.2), and keeps what follows an element without an end. Undefined if
 * it is longer, or elements are nested deeper, than anybody writes.
 */
export function parsedHtml(source: string): ParsedHtml | undefined {
  if (source.length > longest) return undefined
  let isPartMissing = false
  const parsed = (text: string) =>
    parseFragment(text, {
      scriptingEnabled: false, // `noscript` has elements
      sourceCodeLocationInfo: true,
      onParseError: ({ code }) => {
        if (endsWithin.has(code)) isPartMissing = true
      },
    })
  const root = parsed(source)
  const open = levelOf(root.childNodes, 1)
  let unclosed = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, level } = next
    if (level > mostLevels) return undefined
    if (!tree.isElementNode(node)) continue
    if (swallowing.has(node.tagName) && !isClosed(node) && unclosed++ < mostUnclosed) {
      const rest = [...parsed(wordsOf(node)).childNodes]
      replace(node, rest)
      open.push(...levelOf(rest, level))
    } else if (isMissed(node)) isPartMissing = true
    else open.push(...levelOf(node.childNodes, level + 1))
  }
  return { html: serialize(root), isPartMissing }
}

/** Errors of the parser that take the rest of a text with them. */
const endsWithin: ReadonlySet<string> = new Set(['eof-in-tag', 'eof-in-comment', 'eof-in-cdata', 'eof-in-doctype'])

const levelOf = (nodes: readonly Node[], level: number) => nodes.map((node) => ({ node, level }))

const isClosed = (element: Element) => element.sourceCodeLocation?.endTag !== undefined

function isMissed(element: Element): boolean {
  const { tagName } = element
  if (unread.has(tagName)) return !isClosed(element)
  return (hidingTags.has(tagName) || (swallowing.has(tagName) && !isClosed(element))) && wordsOf(element).trim() !== ''
}

/** The text of an element and of all within it, but for code. */
function wordsOf(element: Element): string {
  const open: Node[] = [element]
  let words = ''
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (tree.isTextNode(node)) words += node.value
    else if (tree.isElementNode(node) && !unread.has(node.tagName)) open.push(...node.childNodes.toReversed())
  }
  return words
}

function replace(element: Element, nodes: readonly Node[]): void {
  const parent = tree.getParentNode(element)
  if (!parent) return
  for (const node of nodes) tree.insertBefore(parent, node, element)
  tree.detachNode(element)
}

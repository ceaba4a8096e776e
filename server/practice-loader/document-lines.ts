import sanitizeHtml from 'sanitize-html'
import { plainText } from './plain-text.ts'

const LINE_LIMIT = 10_000

/** Returns the lines of a text that have any content. */
export const linesOfText = (text: string): string[] =>
  text
    .split(/\r\n?|\n/)
    .map((line) => plainText(line, LINE_LIMIT))
    .filter((line) => line !== '')

/** Tags that begin or end a line. */
const LINE_TAGS = /<(?=\/?(?:address|article|blockquote|br|dd|div|dl|dt|h[1-6]|hr|li|ol|p|pre|section|table|tr|ul)\b)/gi
const CELL_TAGS = /<(?=t[dh]\b)/gi
const ESCAPED = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' } as const

/** Returns the lines of a page as text; nothing of its markup, scripts and styles stays. */
export function linesOfHtml(html: string): string[] {
  const lined = html.replace(/\s+/g, ' ').replace(LINE_TAGS, '\n<').replace(CELL_TAGS, ' <')
  const escaped = sanitizeHtml(lined, { allowedTags: [], allowedAttributes: {}, nonTextTags: NOT_TEXT })
  return linesOfText(escaped.replace(/&(?:lt|gt|quot|amp);/g, (entity) => unescaped(entity)))
}

const NOT_TEXT = ['head', 'script', 'style', 'template', 'textarea', 'option', 'noscript']

const unescaped = (entity: string) => Object.entries(ESCAPED).find(([name]) => name === entity)?.[1] ?? entity

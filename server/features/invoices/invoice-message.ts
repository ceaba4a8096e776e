import escapeHtml from 'escape-html'
import sanitizeHtml from 'sanitize-html'

/** The place that the placeholders of the template name. */
export interface MessagePlace {
  name: string
  address: string
  address2: string
  cityStateZip: string
  phone: string
}

/** A paragraph: pieces of plain text. A line feed begins a new line. */
export type MessageParagraph = { text: string; strong?: boolean }[]

const placeholders = /@facility_(name|address2|address|city_state_zip|phone)\b/g

/**
 * Returns what the practice's template (InvoiceMessage, HTML) says, as plain text: nothing of its markup but paragraphs,
 * line breaks and strong words is left, so that screen and file say the same. Values are escaped before they are filled
 * in.
 */
export function messageOf(template: string, place: MessagePlace): MessageParagraph[] {
  const values: Record<string, string> = {
    name: place.name,
    address: place.address,
    address2: place.address2,
    city_state_zip: place.cityStateZip,
    phone: place.phone,
  }
  const html = /<[a-z]/i.test(template) ? template : template.replaceAll('\n', '<br>')
  const filled = html.replaceAll(placeholders, (_all, name: string) => escapeHtml(values[name] ?? ''))
  return paragraphsOf(sanitizeHtml(filled, cleaning))
}

/** Leaves `<p>`, `<br />` and `<strong>` without attributes; text is escaped, scripts and styles are gone. */
const cleaning: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'strong'],
  allowedAttributes: {},
  transformTags: {
    b: 'strong',
    ...Object.fromEntries(['div', 'li', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => [tag, 'p'])),
  },
}

/** Every `<` of the cleaned HTML that is no tag is escaped: tags can be told from text by their letters. */
const tags = /(<\/?p>|<br \/>|<\/?strong>)/

function paragraphsOf(html: string): MessageParagraph[] {
  const paragraphs: MessageParagraph[] = [[]]
  let strong = 0
  for (const token of html.split(tags)) {
    if (token === '<p>' || token === '</p>') paragraphs.push([])
    else if (token === '<strong>') strong++
    else if (token === '</strong>') strong--
    else paragraphs.at(-1)?.push(pieceOf(token, strong > 0))
  }
  return paragraphs.map(trimmed).filter((paragraph) => paragraph.length > 0)
}

function pieceOf(token: string, strong: boolean): MessageParagraph[number] {
  const text = token === '<br />' ? '\n' : unescaped(token.replaceAll(/\s+/g, ' '))
  return strong ? { text, strong } : { text }
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

function unescaped(text: string): string {
  return text.replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity)
}

/** Without blanks around the paragraph and around its line breaks. */
function trimmed(paragraph: MessageParagraph): MessageParagraph {
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

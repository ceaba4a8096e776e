import escapeHtml from 'escape-html'
import sanitizeHtml from 'sanitize-html'
import { hidingTags, parsedHtml } from './parsed-html.ts'

/** HTML that was cleaned, as members of a block. */
export interface CleanHtml {
  html: string
  /** Says what of it is not shown, if a reader would miss it. */
  note?: string
}

interface Cleaning {
  /** `data:` addresses of pictures, by the address in the HTML; see `picturesIn`. */
  pictures?: ReadonlyMap<string, string>
  /** The ids that elements may have, and to which links may lead. */
  places?: ReadonlySet<string>
}

/**
 * Returns HTML that somebody else wrote, fit to be drawn within a screen: text, tables, links and embedded pictures.
 * Nothing of it runs, loads anything, looks like a form of the portal, or changes its style.
 */
export function cleanHtml(html: string, { pictures, places = new Set() }: Cleaning = {}): CleanHtml {
  const missed = new Set<string>()
  const shown = (src: string) => pictures?.get(src) ?? src
  const read = sanitized(html, {
    ...cleaning,
    transformTags: {
      ...headingsWith(places),
      a: (tagName, attribs) => ({ tagName, attribs: linkOf(attribs, places) }),
      span: (tagName, attribs) => ({ tagName, attribs: placeOf(attribs, places) }),
      img: (tagName, { src = '', alt = '' }) => ({ tagName, attribs: { src: shown(src), alt } }),
    },
    onOpenTag: (tag, { src = '' }) => {
      const words = missedWords(tag, shown(src))
      if (words !== undefined) missed.add(words)
    },
  })
  if (!read) return { html: textOnly(html), note: 'This text is shown without its formatting.' }
  if (read.isPartMissing) missed.add('Part of this text cannot be shown. Call the office for it.')
  return { html: read.html, ...(missed.size > 0 ? { note: [...missed].join(' ') } : {}) }
}

/** Returns the addresses of the pictures that are not part of HTML, each once. */
export function picturesIn(html: string): string[] {
  const addresses = new Set<string>()
  const read = sanitized(html, {
    ...cleaning,
    onOpenTag: (tag, { src = '' }) => {
      if (tag === 'img' && !isEmbeddedPicture(src)) addresses.add(src)
    },
  })
  return read ? [...addresses] : []
}

/** Stands after the last word: where it is missing, an element without an end has taken the rest. */
const end = '\uE000'

/**
 * Cleans HTML; undefined for what nobody writes. What hides words is parsed as browsers do, which takes ten times as
 * long: it is tried without that first.
 */
function sanitized(html: string, options: sanitizeHtml.IOptions) {
  if (hasTooManyTags(html)) return undefined
  let hides = false
  const plain = sanitizeHtml(html.replaceAll(end, '') + end, {
    ...options,
    onOpenTag: (tag, attributes) => {
      hides ||= hidingTags.has(tag)
      options.onOpenTag?.(tag, attributes)
    },
  })
  if (plain.includes(end) && !hides) return { html: plain.replace(end, ''), isPartMissing: false }
  const parsed = parsedHtml(html)
  return parsed && { html: sanitizeHtml(parsed.html, options), isPartMissing: parsed.isPartMissing }
}

/** What a parser does for tags within tags grows with their square: five megabytes of them took two minutes. */
const mostTags = 20_000

function hasTooManyTags(html: string): boolean {
  const tags = /<\/?[a-z]/gi
  for (let count = 0; count <= mostTags; count++) if (!tags.test(html)) return false
  return true
}

/** The text between the tags, escaped; the end of a paragraph or a row of a table ends a line. */
function textOnly(html: string): string {
  const text = html
    .replace(/<(script|style)\b[^<]*/gi, '')
    .replace(/<(br|\/(p|div|tr|li|h[1-6]))\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/(?: ?\n ?)+/g, '\n')
  return `<p>${escapeHtml(text.trim()).replaceAll('\n', '<br>')}</p>`
}

function missedWords(tag: string, src: string): string | undefined {
  if (tag === 'img') {
    if (isEmbeddedPicture(src)) return undefined
    return /^\s*(https?:)?\/\//i.test(src) ? 'Pictures from other sites are not shown.' : 'A picture cannot be shown.'
  }
  return fields.has(tag) ? 'Fields to fill in are not shown.' : undefined
}

const fields: ReadonlySet<string> = new Set(['input', 'select', 'textarea'])

/** One level below the screen and one below the dialog: the content has no heading above theirs. */
const headings = { h1: 'h3', h2: 'h4', h3: 'h5', h4: 'h6', h5: 'h6', h6: 'h6' }

const cleaning: sanitizeHtml.IOptions = {
  allowedTags: ['h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'div', 'span', 'blockquote', 'pre']
    .concat(['ul', 'ol', 'li', 'dl', 'dt', 'dd'])
    .concat(['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'small', 'code', 'a', 'img'])
    .concat(['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td']),
  allowedAttributes: {
    a: ['href', 'target', 'rel'],
    ...Object.fromEntries(['span', 'h3', 'h4', 'h5', 'h6'].map((tag) => [tag, ['id']])),
    img: ['src', 'alt'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['data'] },
  allowProtocolRelative: false,
  // The content of these is no text for people either.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'title', 'noembed', 'noframes', 'xmp'].concat([
    'iframe',
    'embed',
    'template',
    'svg',
    'math',
  ]),
  nestingLimit: 50,
  transformTags: headings,
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isEmbeddedPicture(attribs.src ?? ''),
}

/** Without `*` and `#`: such codes change how the telephone of a reader works, for instance where calls go. */
const phoneNumber = /^tel:\+?[\d\s().-]+$/i

/**
 * Returns the address of a link; undefined where it would not lead to what its reader expects. An address within the
 * portal would act as the person who reads, the name of a user before a host looks like another host, and the query of
 * `mailto:` adds recipients and words.
 */
function outsideAddress(href: string): string | undefined {
  const [, scheme = ''] = /^(https:\/\/|mailto:|tel:)/i.exec(href) ?? []
  switch (scheme.toLowerCase()) {
    case 'https://':
      return isUnclear(href) ? undefined : href
    case 'mailto:':
      return href.replace(/[?#].*$/s, '')
    case 'tel:':
      return phoneNumber.test(href) ? href : undefined
    default:
      return undefined
  }
}

function isUnclear(href: string): boolean {
  if (!URL.canParse(href)) return true
  const { username, password } = new URL(href)
  return username !== '' || password !== ''
}

function headingsWith(places: ReadonlySet<string>): Record<string, sanitizeHtml.Transformer> {
  const moved =
    (to: string): sanitizeHtml.Transformer =>
    (_, attribs) => ({ tagName: to, attribs: placeOf(attribs, places) })
  return Object.fromEntries(Object.entries(headings).map(([from, to]) => [from, moved(to)]))
}

/** A link leads out, or to a place of the same text. */
function linkOf({ href = '' }: sanitizeHtml.Attributes, places: ReadonlySet<string>): sanitizeHtml.Attributes {
  if (href.startsWith('#') && places.has(href.slice(1))) return { href }
  const address = outsideAddress(href)
  return address === undefined ? {} : { href: address, target: '_blank', rel: 'noopener noreferrer' }
}

function placeOf({ id = '' }: sanitizeHtml.Attributes, places: ReadonlySet<string>): sanitizeHtml.Attributes {
  return places.has(id) ? { id } : {}
}

/** What files of each type begin with, in base64. */
const beginnings: Record<string, RegExp> = {
  png: /^iVBORw0KGgo/,
  jpeg: /^\/9j\//,
  gif: /^R0lGOD[dl]h/,
}

/** Whether the picture is part of the HTML, and its bytes are what its type says. */
function isEmbeddedPicture(src: string): boolean {
  const [, type = '', bytes = ''] = /^data:image\/(png|jpeg|gif);base64,([A-Za-z0-9+/]+={0,2})$/.exec(src) ?? []
  return beginnings[type]?.test(bytes) ?? false
}

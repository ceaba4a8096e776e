import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import PDFDocument from 'pdfkit'

export type PdfDocument = PDFKit.PDFDocument

/** In points, 72 an inch: a Letter page with margins of half an inch. */
export const page = { width: 612, height: 792, margin: 36 } as const
/** Where the content of a page ends; the page number stands below it. */
export const contentEnd = page.height - 54

interface Fonts {
  regular: Buffer
  bold: Buffer
}
let fonts: Promise<Fonts> | undefined

/** Noto Sans (SIL Open Font License): Latin of all languages, Greek, Cyrillic and Devanagari, as names need them. */
function readFonts(): Promise<Fonts> {
  const folder = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans/package.json'))
  const read = async (file: string) => withoutLayout(await readFile(join(folder, `${file}.ttf`)))
  fonts ??= Promise.all([read('400Regular/NotoSans_400Regular'), read('700Bold/NotoSans_700Bold')]).then(
    ([regular, bold]) => ({ regular, bold }),
  )
  return fonts
}

/** Kerning and ligatures: to read and apply their tables takes most of the time of a document, and figures need none. */
const layoutTables = ['GPOS', 'GSUB', 'GDEF']

/** Hides tables of an OpenType font: its directory has an entry of 16 bytes for each, with the name first. */
function withoutLayout(font: Buffer): Buffer {
  const tables = font.readUInt16BE(4)
  for (let at = 12; at < 12 + 16 * tables; at += 16)
    if (layoutTables.includes(font.toString('latin1', at, at + 4))) font.write('none', at, 'latin1')
  return font
}

/** Opens a tagged document without pages. Its fonts are `regular` and `bold`. */
export async function openDocument({ title, createdAt }: { title: string; createdAt: Date }): Promise<PdfDocument> {
  const { regular, bold } = await readFonts()
  const doc = new PDFDocument({
    size: 'LETTER',
    margins: { top: page.margin, left: page.margin, right: page.margin, bottom: page.height - contentEnd },
    autoFirstPage: false,
    bufferPages: true, // for the number of pages
    tagged: true,
    lang: 'en-US',
    pdfVersion: '1.7',
    displayTitle: true,
    info: { Title: title, CreationDate: createdAt, ModDate: createdAt },
  })
  // Each font takes a while to read, at its first use.
  for (const [name, bytes] of Object.entries({ regular, bold })) {
    doc.registerFont(name, bytes)
    doc.font(name).widthOfString('0')
  }
  return doc
}

/** What a font of pdfkit wraps. Its types do not declare it. */
interface Wrapped {
  _font: { font: { hasGlyphForCodePoint(point: number): boolean } }
}

/** What stands between places where a line can be broken. */
const word = /[^\s\p{Pd}]+/gu

/**
 * Returns a text as the current font can draw it in lines of this width, in points: with a line feed wherever a word
 * fills a line. pdfkit measures the rest of such a word again for each of its lines, and keeps what it has measured.
 */
export function drawableIn(doc: PdfDocument, text: string, width: number): string {
  const fits = width / (2 * doc.widthOfString('W')) // no sign is wider than two of these
  return drawable(doc, text).replaceAll(word, (whole) =>
    whole.length < fits ? whole : partsWithin(doc, whole, width).join('\n'),
  )
}

/** In points: pdfkit rounds the widths that it compares. */
const tolerance = 0.01

/** Divides a word where it fills a width, in points; a mark stays with its letter. */
export function partsWithin(doc: PdfDocument, whole: string, width: number): string[] {
  const parts: string[] = []
  let part = ''
  let filled = 0
  for (const [sign] of whole.matchAll(/.\p{M}{0,8}/gsu)) {
    const own = doc.widthOfString(sign)
    if (part !== '' && filled + own > width - tolerance) {
      parts.push(part)
      part = ''
      filled = 0
    }
    part += sign
    filled += own
  }
  return part === '' ? parts : [...parts, part]
}

/** Returns a text as the current font can draw it: characters without a glyph become U+FFFD. Keeps line feeds. */
export function drawable(doc: PdfDocument, text: string): string {
  const { font } = (doc as unknown as Wrapped)._font // see Wrapped
  return text
    .normalize('NFC')
    .replaceAll(/(?!\n)[\p{Cc}\p{Cf}]/gu, '')
    .replaceAll(/[^\n]/gu, (sign) => (font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0) ? sign : '\uFFFD'))
}

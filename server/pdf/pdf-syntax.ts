import { PdfDictionary, PdfReference, PdfString, type PdfValue } from './pdf-values.ts'
import { UnreadablePdf, type PdfLimits } from './pdf-limits.ts'

/** A place in the file or in a decoded object stream. */
export interface PdfPlace {
  bytes: Buffer
  at: number
}

/** Deeper nesting has no document: structure trees are made of references. */
const mostDepth = 500
/** Of one object; the longest arrays of documents have some 100,000. */
const mostValues = 500_000
const pauseEvery = 4096
/** What a token costs beside its bytes, so that short ones count for the time that they take. */
const bytesOfToken = 4

/** Says of each byte whether it is one of these signs; a file has millions of bytes. */
const signs = (text: string) =>
  Uint8Array.from({ length: 256 }, (_, byte) => Number(text.includes(String.fromCharCode(byte))))
const whitespace = signs('\0\t\n\f\r ')
const delimiters = signs('()<>[]{}/%')
const numeric = signs('+-.0123456789')
const [lineFeed, carriageReturn, backslash, percent, solidus, open, close, less, greater] = [
  10, 13, 92, 37, 47, 40, 41, 60, 62,
] as const

/** One lexical element; brackets and words without meaning are keywords. */
type Token = { kind: 'value'; value: PdfValue } | { kind: 'keyword'; word: string } | { kind: 'end' }

/** What is open while an object is read. */
interface Open {
  closedBy: ']' | '>>'
  values: PdfValue[]
}

/**
 * Reads the object at a place as lenient readers do (ISO 32000-2, 7.3): what is unknown or too much is skipped, and the
 * end of the bytes closes everything. Returns it with the place behind it. Throws UnreadablePdf.
 */
export async function readObject(place: PdfPlace, limits: PdfLimits): Promise<{ value: PdfValue; end: number }> {
  const outer: Open[] = []
  let inner: Open | undefined
  let { at } = place
  for (let count = 1; ; count++) {
    if (count % pauseEvery === 0) await limits.pause()
    const { token, end } = readToken({ bytes: place.bytes, at })
    limits.read(Math.max(0, end - at) + bytesOfToken)
    at = end
    const opened = openedBy(token)
    if (opened) {
      if (inner) outer.push(inner)
      inner = opened
      if (outer.length > mostDepth) throw new UnreadablePdf()
      continue
    }
    if (!inner) return { value: token.kind === 'value' ? token.value : null, end: at }
    if (token.kind === 'keyword' && token.word !== inner.closedBy) addKeyword(token.word, inner.values)
    else if (token.kind === 'value') inner.values.push(token.value)
    else {
      const value = closed(inner)
      inner = outer.pop()
      if (!inner) return { value, end: at }
      inner.values.push(value)
    }
    if (count > mostValues) throw new UnreadablePdf()
  }
}

function openedBy(token: Token): Open | undefined {
  if (token.kind !== 'keyword') return undefined
  if (token.word === '[') return { closedBy: ']', values: [] }
  return token.word === '<<' ? { closedBy: '>>', values: [] } : undefined
}

function closed({ closedBy, values }: Open): PdfValue {
  return closedBy === ']' ? values : new PdfDictionary(values)
}

function addKeyword(word: string, values: PdfValue[]): void {
  const [number, generation] = values.slice(-2)
  if (word === 'R' && typeof number === 'number' && typeof generation === 'number')
    values.splice(-2, 2, new PdfReference(number))
  else if (/^(true|false|null)$/.test(word)) values.push(null)
}

/** Reads the keyword behind an object, such as `stream`, and returns the place behind it. */
export function readKeyword(place: PdfPlace): { word: string; end: number } {
  const { token, end } = readToken(place)
  return { word: token.kind === 'keyword' ? token.word : '', end }
}

function readToken({ bytes, at }: PdfPlace): { token: Token; end: number } {
  const start = skipSpace({ bytes, at })
  const sign = bytes[start]
  if (sign === undefined) return { token: { kind: 'end' }, end: start }
  if (sign === solidus) return readName({ bytes, at: start })
  if (sign === open) return readString({ bytes, at: start })
  const double = bytes[start + 1] === sign
  if ((sign === less || sign === greater) && double) return keyword(sign === less ? '<<' : '>>', start)
  if (sign === less) return readHexString({ bytes, at: start })
  if (delimiters[sign]) return keyword(String.fromCharCode(sign), start)
  return numeric[sign] ? readNumber({ bytes, at: start }) : readWord({ bytes, at: start })
}

function keyword(word: string, start: number): { token: Token; end: number } {
  return { token: { kind: 'keyword', word }, end: start + word.length }
}

const valueToken = (value: PdfValue, end: number): { token: Token; end: number } => ({
  token: { kind: 'value', value },
  end,
})

function skipSpace({ bytes, at }: PdfPlace): number {
  let place = at
  for (; place < bytes.length; place++) {
    const sign = bytes[place] ?? 0
    if (sign === percent) place = endOfLine({ bytes, at: place })
    else if (!whitespace[sign]) break
  }
  return Math.min(place, bytes.length)
}

function endOfLine({ bytes, at }: PdfPlace): number {
  let place = at
  while (place < bytes.length && bytes[place] !== lineFeed && bytes[place] !== carriageReturn) place++
  return place
}

function endOfRegular({ bytes, at }: PdfPlace): number {
  let place = at
  for (; place < bytes.length; place++) {
    const sign = bytes[place] ?? 0
    if (whitespace[sign] || delimiters[sign]) break
  }
  return place
}

/** Names are returned as they read, without the hexadecimal escapes in which they may be written (7.3.5). */
function readName({ bytes, at }: PdfPlace): { token: Token; end: number } {
  const end = endOfRegular({ bytes, at: at + 1 })
  const written = bytes.toString('latin1', at + 1, end)
  const name = written.replaceAll(/#([\da-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return valueToken(name, end)
}

function readNumber({ bytes, at }: PdfPlace): { token: Token; end: number } {
  let end = at
  while (numeric[bytes[end] ?? 0]) end++
  return valueToken(Number.parseFloat(bytes.toString('latin1', at, Math.min(end, at + 20))) || 0, end)
}

function readWord({ bytes, at }: PdfPlace): { token: Token; end: number } {
  const end = endOfRegular({ bytes, at })
  return { token: { kind: 'keyword', word: bytes.toString('latin1', at, Math.min(end, at + 20)) }, end }
}

function readString({ bytes, at }: PdfPlace): { token: Token; end: number } {
  let depth = 0
  for (let place = at; place < bytes.length; place++) {
    const sign = bytes[place]
    if (sign === backslash) place++
    else if (sign === open) depth++
    else if (sign === close && --depth === 0) return valueToken(new PdfString(at, place + 1), place + 1)
  }
  return valueToken(null, bytes.length)
}

function readHexString({ bytes, at }: PdfPlace): { token: Token; end: number } {
  const closing = bytes.indexOf(greater, at)
  const end = closing === -1 ? bytes.length : closing + 1
  return valueToken(new PdfString(at, end), end)
}

import { decryptions, type Decrypt } from './pdf-encryption.ts'
import { decodeStream } from './pdf-filters.ts'
import { createPdfLimits, UnreadablePdf, type PdfLimits } from './pdf-limits.ts'
import { readKeyword, readObject, type PdfPlace } from './pdf-syntax.ts'
import { PdfDictionary, targetsOf, type PdfValue, type Resolve } from './pdf-values.ts'

/** An object of a PDF with its number; undefined where a reader could not refer to it. */
export interface PdfObject {
  number: number | undefined
  value: PdfValue
}

interface ObjectStream {
  number: number | undefined
  dictionary: PdfDictionary
  /** Where its content begins. */
  start: number
}

/** What was read of a file. */
interface Reading {
  content: Buffer
  limits: PdfLimits
  places: Map<number, PdfPlace[]>
  /** Each object that was read. */
  see: (object: PdfObject) => void
}

/**
 * Reads every object that any reader could find in a file: not by the tables of a file, which may be damaged, old or
 * made for one reader, but by the word `obj`, wherever it is; and those in object streams, also encrypted ones if
 * the file opens without a password. Calls `see` with each object. Throws UnreadablePdf.
 */
export async function readPdf(content: Buffer, see: (object: PdfObject) => void): Promise<Resolve> {
  const reading: Reading = { content, limits: createPdfLimits(), places: new Map(), see }
  const streams: ObjectStream[] = []
  const trailers: PdfDictionary[] = []
  for await (const { number, at } of startsOf(content, reading.limits)) {
    const { value, end } = await read(reading, { number, place: { bytes: content, at } })
    if (!(value instanceof PdfDictionary)) continue
    if (value.has('Encrypt')) trailers.push(value)
    const behind = isObjectStream(value) ? readKeyword({ bytes: content, at: end }) : undefined
    if (behind?.word.startsWith('stream')) streams.push({ number, dictionary: value, start: behind.end })
  }
  const resolve = resolverOf(reading)
  const decrypts = await decryptions(content, { trailers, resolve })
  for (const stream of streams) await readObjectStream(reading, { stream, decrypts, resolve })
  return resolve
}

async function read(
  { limits, places, see }: Reading,
  { number, place }: { number: number | undefined; place: PdfPlace },
): Promise<{ value: PdfValue; end: number }> {
  await limits.pause()
  const result = await readObject(place, limits)
  if (number !== undefined) {
    const others = places.get(number) ?? []
    limits.keep(others.push(place))
    places.set(number, others)
  }
  see({ number, value: result.value })
  return result
}

function resolverOf({ places, limits }: Reading): Resolve {
  return async (number) => {
    await limits.pause()
    const values: PdfValue[] = []
    for (const place of places.get(number) ?? []) values.push((await readObject(place, limits)).value)
    return values
  }
}

const isAlphabetic = (byte = 0) => (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122)

/** Where objects and trailers begin. Comments may be between a number and its `obj`; the number is then unknown. */
async function* startsOf(
  content: Buffer,
  limits: PdfLimits,
): AsyncGenerator<{ number: number | undefined; at: number }> {
  for (let at = content.indexOf('obj'); at !== -1; at = content.indexOf('obj', at + 3)) {
    await limits.pause()
    if (isAlphabetic(content[at - 1]) || isAlphabetic(content[at + 3])) continue // `endobj`, or a word of a text
    const before = content.toString('latin1', Math.max(0, at - 40), at)
    const number = /(\d{1,10})[\0\t\n\f\r ]+\d{1,10}[\0\t\n\f\r ]*$/.exec(before)?.[1]
    yield { number: number === undefined ? undefined : Number(number), at: at + 3 }
  }
  for (let at = content.indexOf('trailer'); at !== -1; at = content.indexOf('trailer', at + 7))
    yield { number: undefined, at: at + 7 }
}

/** Whatever it says that it is: readers differ in whether they look at its type. */
const isObjectStream = (dictionary: PdfDictionary) => dictionary.has('N') && dictionary.has('First')

interface Opening {
  stream: ObjectStream
  /** For encrypted files; empty for others, undefined if the file does not open without a password. */
  decrypts: readonly Decrypt[] | undefined
  resolve: Resolve
}

async function readObjectStream(reading: Reading, { stream, decrypts, resolve }: Opening): Promise<void> {
  const { dictionary, number } = stream
  const { content, limits } = reading
  limits.stream()
  const raw = content.subarray(...(await extentOf(content, { stream, resolve })))
  const [count, first] = [
    await numberAt(dictionary, { key: 'N', resolve }),
    await numberAt(dictionary, { key: 'First', resolve }),
  ]
  let isRead = false
  for (const decrypt of [(bytes: Buffer) => bytes, ...(decrypts ?? [])]) {
    limits.read(raw.length)
    const decrypted = decrypt(raw, number)
    const bytes = decrypted && (await decodeStream(decrypted, { dictionary, resolve, limits }))
    const places = bytes && (await placesIn(bytes, { count, first, limits }))
    if (!places) continue
    isRead = true
    for (const { number: own, at } of places) await read(reading, { number: own, place: { bytes, at } })
  }
  if (!isRead) throw new UnreadablePdf(decrypts ? 'unreadable' : 'locked')
}

/**
 * Where the content of a stream begins and ends: it begins after the end of a line, and ends where its length or the
 * word behind it says, whichever is later, because readers differ in which of them they believe.
 */
async function extentOf(
  content: Buffer,
  { stream: { dictionary, start }, resolve }: Pick<Opening, 'stream' | 'resolve'>,
): Promise<[start: number, end: number]> {
  const lineEnd = /^ *(\r\n|\n|\r)/.exec(content.toString('latin1', start, start + 10))?.[0] ?? ''
  const begin = start + lineEnd.length
  const length = await numberAt(dictionary, { key: 'Length', resolve }).catch(() => 0)
  const word = content.indexOf('endstream', begin)
  return [begin, Math.min(content.length, Math.max(word === -1 ? content.length : word, begin + length))]
}

async function numberAt(
  dictionary: PdfDictionary,
  { key, resolve }: { key: string; resolve: Resolve },
): Promise<number> {
  const [value, ...others] = await targetsOf(dictionary.all(key), resolve)
  if (others.length > 0 || typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new UnreadablePdf()
  return value
}

/** The numbers and places of the objects in a decoded object stream; undefined if it is none (7.5.7). */
async function placesIn(
  bytes: Buffer,
  { count, first, limits }: { count: number; first: number; limits: PdfLimits },
): Promise<{ number: number; at: number }[] | undefined> {
  const places: { number: number; at: number }[] = []
  let at = 0
  while (places.length < count) {
    await limits.pause()
    const number = await readObject({ bytes, at }, limits)
    const offset = await readObject({ bytes, at: number.end }, limits)
    if (typeof number.value !== 'number' || typeof offset.value !== 'number') return undefined
    const place = first + offset.value
    if (!Number.isSafeInteger(place) || place < 0 || place > bytes.length) return undefined
    places.push({ number: number.value, at: place })
    at = offset.end
  }
  return places
}

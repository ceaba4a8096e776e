import { InvalidCcda } from './ccda.ts'

/** By the name in the XML declaration, in lower case. ISO-8859-1 is read as Windows-1252, as browsers do. */
const encodings = new Map<string, 'utf-8' | 'utf-16' | 'windows-1252'>(
  Object.entries({
    'utf-8': 'utf-8',
    'us-ascii': 'utf-8',
    'utf-16': 'utf-16',
    'utf-16le': 'utf-16',
    'utf-16be': 'utf-16',
    'iso-8859-1': 'windows-1252',
    'windows-1252': 'windows-1252',
  } as const),
)

/** Bytes that are decoded at a time. */
const piece = 64 * 1024

/** Returns the text of an XML file without its byte-order mark. Throws InvalidCcda if it is not in the stated encoding. */
export const decodeXml = (bytes: Uint8Array): string => [...decodedPieces(bytes)].join('')

/** As `decodeXml`, in pieces; in the encoding, if it is known, that the file has whatever it states. */
export function* decodedPieces(bytes: Uint8Array, encoding = encodingOf(bytes)): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  for (let at = 0; at < bytes.length; at += piece) {
    const isLast = at + piece >= bytes.length
    yield decodeWith(decoder, bytes.subarray(at, at + piece), !isLast) ?? refuse(bytes, encoding)
  }
}

function refuse(bytes: Uint8Array, encoding: string): never {
  throw new InvalidCcda(`not valid ${encoding.toUpperCase()}`, placeOfFault(bytes, encoding))
}

/** Throws InvalidCcda for an encoding that is not read. */
function encodingOf(bytes: Uint8Array): string {
  const begin = { line: 1, column: 1 }
  const wide = wideEncoding(bytes)
  const text = decodePart(bytes.subarray(0, 200), wide ?? 'windows-1252')
  const declared = /^\uFEFF?<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(text ?? '')?.[1]
  const stated = encodings.get(declared?.toLowerCase() ?? (wide ? 'utf-16' : 'utf-8'))
  if (!stated) throw new InvalidCcda(`the encoding ${declared} is not supported`, begin)
  if ((stated === 'utf-16') !== (wide !== undefined))
    throw new InvalidCcda(`the file says that it is in ${declared}, and is not`, begin)
  return wide ?? stated
}

/** UTF-16 begins with a byte-order mark, or else with `<`. */
function wideEncoding([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  return undefined
}

/** Returns undefined if the bytes are not in the encoding; a part may end within a character. */
function decodeWith(decoder: TextDecoder, bytes: Uint8Array, isPart: boolean): string | undefined {
  try {
    return decoder.decode(bytes, { stream: isPart })
  } catch {
    return undefined
  }
}

/** Of the first part of a file. */
const decodePart = (bytes: Uint8Array, encoding: string) =>
  decodeWith(new TextDecoder(encoding, { fatal: true }), bytes, true)

function placeOfFault(bytes: Uint8Array, encoding: string): { line: number; column: number } {
  let [good, bad] = [0, bytes.length]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (decodePart(bytes.subarray(0, middle), encoding) === undefined) bad = middle
    else good = middle
  }
  const lines = (decodePart(bytes.subarray(0, good), encoding) ?? '').split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

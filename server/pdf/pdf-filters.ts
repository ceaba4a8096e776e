import { promisify } from 'node:util'
import { constants, inflateRaw } from 'node:zlib'
import type { PdfLimits } from './pdf-limits.ts'
import { PdfDictionary, targetsOf, type Resolve } from './pdf-values.ts'

const inflated = promisify(inflateRaw)

interface Decoding {
  dictionary: PdfDictionary
  resolve: Resolve
  limits: PdfLimits
}

type Filter = (bytes: Buffer, limits: PdfLimits) => Promise<Buffer | undefined> | Buffer

const filters = new Map<string, Filter>([
  ['FlateDecode', inflate],
  ['Fl', inflate],
  ['ASCIIHexDecode', fromHex],
  ['AHx', fromHex],
  ['ASCII85Decode', fromBase85],
  ['A85', fromBase85],
])

/** Programs use one, or a second one that makes text of it. */
const mostFilters = 4

/**
 * Decodes an object stream; undefined if it has a filter or a predictor that no program uses for object streams, or is
 * not what its filter expects. Throws UnreadablePdf if it is too large.
 */
export async function decodeStream(
  bytes: Buffer,
  { dictionary, resolve, limits }: Decoding,
): Promise<Buffer | undefined> {
  const names = await namesAt(dictionary, resolve)
  if (!names || (await isPredicted(dictionary, resolve))) return undefined
  let decoded: Buffer | undefined = bytes
  for (const name of names) {
    decoded = decoded && (await filters.get(name)?.(decoded, limits))
    limits.decoded(decoded?.length ?? 0)
  }
  return decoded
}

/** The names of its filters, in order; undefined if readers could differ about them, or there are too many. */
async function namesAt(dictionary: PdfDictionary, resolve: Resolve): Promise<string[] | undefined> {
  const values = dictionary.all('Filter')
  if (values.length === 0) return []
  const [value = null, ...others] = await targetsOf(values, resolve)
  const each = [value].flat()
  if (others.length > 0 || each.length > mostFilters) return undefined
  const names = await Promise.all(each.map((one) => targetsOf([one], resolve)))
  return names.map(([name, ...more]) => (typeof name === 'string' && more.length === 0 ? name : 'unknown'))
}

/** Whether its bytes are differences, as those of pictures. */
async function isPredicted(dictionary: PdfDictionary, resolve: Resolve): Promise<boolean> {
  const values = await targetsOf([...dictionary.all('DecodeParms'), ...dictionary.all('DP')], resolve)
  const each = await targetsOf(values.flat().slice(0, mostFilters), resolve)
  return each.some((value) => value instanceof PdfDictionary && value.all('Predictor').some((kind) => kind !== 1))
}

/** Ignores the checksum and what is missing or added at the end, as readers do. */
async function inflate(bytes: Buffer, limits: PdfLimits): Promise<Buffer | undefined> {
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: Math.max(1, limits.mayDecode()) }
  try {
    return await inflated(bytes.subarray(2), options)
  } catch (error) {
    // thrown by zlib
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') limits.decoded(Infinity)
    return undefined
  }
}

function fromHex(bytes: Buffer): Buffer {
  const [written = ''] = bytes.toString('latin1').split('>', 1)
  const digits = written.replaceAll(/[^\da-f]/gi, '')
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex')
}

/** ISO 32000-2, 7.4.3. */
function fromBase85(bytes: Buffer): Buffer {
  const [written = ''] = bytes
    .toString('latin1')
    .replaceAll(/[^!-z~]/g, '')
    .split('~', 1)
  const decoded = Buffer.alloc(written.length * 4 + 4)
  let length = 0
  for (let at = 0; at < written.length;) {
    if (written[at] === 'z') {
      length = decoded.writeUInt32BE(0, length)
      at += 1
      continue
    }
    const group = written.slice(at, at + 5)
    const value = Array.from(group.padEnd(5, 'u')).reduce((sum, sign) => sum * 85 + sign.charCodeAt(0) - 33, 0)
    decoded.writeUInt32BE(value % 2 ** 32, length)
    length += group.length - 1
    at += 5
  }
  return decoded.subarray(0, length)
}

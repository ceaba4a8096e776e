import { buffer } from 'node:stream/consumers'
import type { Dispatcher } from 'undici'
import { pdfHeaderWithin } from '../../pdf/pdf-header.ts'
import { InvalidEmrResponse, RangeNotSatisfiable, UnusablePdf } from './emr.errors.ts'
import { translate } from './exchange.ts'
import { discard, fileCall, openFile, readUpTo, type OpenedFile } from './fetch-file.ts'
import type { PdfInspections } from './inspect-pdf.ts'
import {
  checkBeginning,
  checkedPdf,
  checkLength,
  countedBody,
  statedLength,
  type PdfFile,
  type PdfPiece,
  type PdfPieces,
} from './pdf-file.ts'

/** From `first` to the end or to `last`, both included; or the last bytes of the file. */
type ByteRange = { first: number; last?: number } | { suffix: number }

/** A piece of a PDF; the whole file is returned if the record server serves no pieces or `ifRange` is not current. */
export interface PdfRequest {
  range: ByteRange
  /** The validator of the file of which the other pieces are. */
  ifRange?: string
}

/** Where a PDF is, and what is known of its content. */
interface Source {
  pool: Dispatcher
  path: string
  inspections: PdfInspections
}

/** What tells one content of a file from another. */
interface Version {
  total?: number
  validator?: string
}

/**
 * Returns a PDF, or the requested piece of it, as it arrives; undefined if it is missing. Nothing of it is returned
 * before all of it was inspected. Throws UnusablePdf and RangeNotSatisfiable.
 */
export async function openPdf(source: Source, request: PdfRequest | undefined): Promise<PdfFile | undefined> {
  const inspected = await inspect(source)
  if (!inspected) return undefined
  const { version, pieces } = inspected
  const isOlder = request?.ifRange !== undefined && request.ifRange !== pieces?.validator
  if (!request || !pieces || isOlder) return openWhole(source, { version })
  const piece = await openPiece(source, { pieces, piece: pieceOf(request.range, pieces.total) })
  return piece === 'changed' ? openPdf(source, undefined) : piece
}

/** Returns whether there is a PDF. Throws UnusablePdf for one that no viewer would show, or that acts by itself. */
export async function checkPdf(source: Source): Promise<boolean> {
  return (await inspect(source)) !== undefined
}

/** Returns undefined if there is no file; its pieces if the record server serves them. */
async function inspect(source: Source): Promise<{ version: Version; pieces?: PdfPieces } | undefined> {
  const { pool, path, inspections } = source
  const begun = await openFile(pool, { path, range: rangeText(0, pdfHeaderWithin - 1) })
  if (!begun) return undefined
  const pieces = begun.status === 206 ? await readBeginning(begun) : undefined
  if (begun.status !== 206) (await wholePdf(begun))?.body.destroy()
  const version = pieces ?? versionOf(begun)
  const { total, validator } = version
  const name = total === undefined && validator === undefined ? undefined : JSON.stringify([path, total, validator])
  await inspections.inspect(name, async () => {
    const file = await openWhole(source, { version, signal: AbortSignal.timeout(inspectedWithinMs) })
    return file && readWhole(file)
  })
  return { version, ...(pieces && { pieces }) }
}

/** For 100 MB from a slow record server. */
const inspectedWithinMs = 120_000

async function readWhole({ body, bytes }: PdfFile): Promise<Buffer> {
  try {
    if (bytes === undefined) return await buffer(body)
    const content = Buffer.allocUnsafeSlow(bytes)
    let at = 0
    for await (const part of body as AsyncIterable<Buffer>) at += part.copy(content, at) // it has no encoding
    return content
  } catch (error) {
    throw translate(error, fileCall, false)
  }
}

/** Returns the file of which that version is known. Throws InvalidEmrResponse if it is another one by now. */
async function openWhole(
  { pool, path }: Source,
  { version, signal }: { version: Version; signal?: AbortSignal },
): Promise<PdfFile | undefined> {
  const file = await openFile(pool, { path, ...(signal && { signal }) })
  if (file && differs(versionOf(file), version)) {
    discard(file.body)
    throw new InvalidEmrResponse(fileCall, 'changed meanwhile')
  }
  return wholePdf(file)
}

async function openPiece(
  { pool, path }: Source,
  { pieces, piece }: { pieces: PdfPieces; piece: PdfPiece },
): Promise<PdfFile | 'changed' | undefined> {
  const range = rangeText(piece.first, piece.last)
  const file = await openFile(pool, { path, range, ifRange: pieces.validator })
  if (file?.status === 206 && file.headers['content-range'] === `bytes ${piece.first}-${piece.last}/${pieces.total}`) {
    const bytes = piece.last - piece.first + 1
    return { body: countedBody(file.body, { bytes }), bytes, pieces, piece }
  }
  if (file) discard(file.body)
  if (file?.status === 206) throw new InvalidEmrResponse(fileCall, 'another range')
  return file && 'changed'
}

async function wholePdf(file: OpenedFile | undefined): Promise<PdfFile | undefined> {
  if (!file) return undefined
  if (file.status !== 200) {
    discard(file.body)
    // A file has a beginning unless it is empty (RFC 9110, 14.1.2).
    throw new UnusablePdf(fileCall, 'empty')
  }
  const bytes = statedLength(file.headers)
  const body = await checkedPdf(file.body, bytes)
  const isServedInPieces = bytes !== undefined && file.headers['accept-ranges'] === 'bytes'
  return {
    body,
    ...(bytes === undefined ? {} : { bytes }),
    ...(isServedInPieces ? { pieces: { total: bytes, ...validatorOf(file) } } : {}),
  }
}

/** Checks the first bytes. Returns undefined if the length of the file is not stated. */
async function readBeginning(file: OpenedFile): Promise<PdfPieces | undefined> {
  const total = /^bytes 0-\d+\/(\d{1,15})$/.exec(file.headers['content-range'] ?? '')?.[1]
  const begin = await readUpTo(file.body, pdfHeaderWithin)
  if (!begin) throw new InvalidEmrResponse(fileCall, 'another range')
  checkBeginning(begin)
  if (total === undefined) return undefined
  checkLength(Number(total))
  return { total: Number(total), ...validatorOf(file) }
}

const versionOf = (file: OpenedFile): Version => ({ total: statedLength(file.headers), ...validatorOf(file) })

const differs = (one: Version, other: Version): boolean =>
  isOther(one.total, other.total) || isOther(one.validator, other.validator)

const isOther = <T>(one: T | undefined, other: T | undefined) =>
  one !== undefined && other !== undefined && one !== other

/** Only strong ETags name the same bytes (RFC 9110, 13.1.5). */
function validatorOf({ headers }: OpenedFile): Pick<PdfPieces, 'validator'> {
  const { etag = '', 'last-modified': changed = '' } = headers
  if (/^"[\x21\x23-\x7e]{1,200}"$/.test(etag)) return { validator: etag }
  return /^[\w ,:]{1,40}$/.test(changed) ? { validator: changed } : {}
}

/** Throws RangeNotSatisfiable. */
function pieceOf(range: ByteRange, total: number): PdfPiece {
  const first = 'suffix' in range ? Math.max(0, total - range.suffix) : range.first
  if (first >= total) throw new RangeNotSatisfiable(fileCall, total)
  const last = 'suffix' in range ? total - 1 : Math.min(range.last ?? total - 1, total - 1)
  return { first, last }
}

const rangeText = (first: number, last: number) => `bytes=${first}-${last}`

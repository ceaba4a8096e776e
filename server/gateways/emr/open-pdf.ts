import type { Dispatcher } from 'undici'
import { pdfHeaderWithin } from '../../pdf-header.ts'
import { InvalidEmrResponse, RangeNotSatisfiable, UnusablePdf } from './emr.errors.ts'
import { discard, fileCall, openFile, readUpTo, type OpenedFile } from './fetch-file.ts'
import {
  checkBeginning,
  checkedPdf,
  checkEnd,
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

/** Readers look for the end of a PDF in so many bytes at the end of the file. */
const endWithin = 1024

/**
 * Returns a PDF, or the requested piece of it, as it arrives; undefined if it is missing. A piece is returned only when
 * the first bytes of the file were those of a PDF. Throws UnusablePdf and RangeNotSatisfiable.
 */
export async function openPdf(
  pool: Dispatcher,
  path: string,
  request: PdfRequest | undefined,
): Promise<PdfFile | undefined> {
  const whole = async () => wholePdf(await openFile(pool, { path }))
  if (!request) return whole()
  const begun = await openFile(pool, { path, range: rangeText(0, pdfHeaderWithin - 1) })
  if (begun?.status !== 206) return wholePdf(begun)
  const pieces = await readBeginning(begun)
  if (!pieces || (request.ifRange !== undefined && request.ifRange !== pieces.validator)) return whole()
  return openPiece(pool, { path, pieces, piece: pieceOf(request.range, pieces.total) })
}

/**
 * Returns whether there is a PDF. Throws UnusablePdf for one that no viewer would show; its end is looked at where the
 * record server serves pieces.
 */
export async function checkPdf(pool: Dispatcher, path: string): Promise<boolean> {
  const begun = await openFile(pool, { path, range: rangeText(0, pdfHeaderWithin - 1) })
  if (begun?.status !== 206) {
    const file = await wholePdf(begun)
    file?.body.destroy()
    return file !== undefined
  }
  const pieces = await readBeginning(begun)
  if (!pieces) return true
  const first = Math.max(0, pieces.total - endWithin)
  const end = await openPiece(pool, { path, pieces, piece: { first, last: pieces.total - 1 } })
  if (!end?.piece) end?.body.destroy()
  else checkEnd((await readUpTo(end.body, endWithin)) ?? Buffer.alloc(0))
  return end !== undefined
}

async function openPiece(
  pool: Dispatcher,
  { path, pieces, piece }: { path: string; pieces: PdfPieces; piece: PdfPiece },
): Promise<PdfFile | undefined> {
  const range = rangeText(piece.first, piece.last)
  const file = await openFile(pool, { path, range, ifRange: pieces.validator })
  if (file?.status !== 206) return wholePdf(file)
  if (file.headers['content-range'] !== `bytes ${piece.first}-${piece.last}/${pieces.total}`) {
    discard(file.body)
    throw new InvalidEmrResponse(fileCall, 'another range')
  }
  const bytes = piece.last - piece.first + 1
  return { body: countedBody(file.body, { bytes }), bytes, pieces, piece }
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

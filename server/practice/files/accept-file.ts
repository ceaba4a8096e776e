import type { Scan, Verdict } from '../../gateways/scan/scan.ts'
import { ScanUnavailable } from '../../gateways/scan/scan.errors.ts'
import { Failure } from '../../protocol/failure.ts'
import { drawAgain } from './draw-again.ts'
import { refusalOfPdf, type PdfRefusal } from '../../pdf/active-content.ts'
import { nameFor, typeOf, type FileType } from './file-types.ts'

/** A file that may be stored. */
export interface AcceptedFile {
  fileName: string
  type: FileType
  content: Buffer
}

/**
 * Returns the storable form of a file: its type is detected from its bytes, it is scanned as received, and images are
 * re-encoded; a PDF with active content is refused. Throws `uploads.type`, `uploads.pdf…`, the code of what the scanner
 * found, such as `uploads.virus`, and `uploads.notScanned` when no scanner is available.
 */
export async function acceptFile(
  scan: Scan,
  { fileName, content }: { fileName: string; content: Buffer },
): Promise<AcceptedFile> {
  const type = typeOf(content)
  // Scans first, so that an infected file of any type is reported as infected (specification 1 §8).
  const verdict = await verdictOf(scan, content)
  if (verdict !== 'clean') throw scanFailures[verdict]()
  if (!type) throw new Failure('uploads.type')
  return { fileName: nameFor(fileName, type), type, content: await contentOf(content, type) }
}

/** One code for each reason, because people read what to do about it. */
const scanFailures: Record<Exclude<Verdict, 'clean'>, () => Failure> = {
  infected: () => new Failure('uploads.virus', { status: 400 }),
  encrypted: () => new Failure('uploads.encrypted'),
  'too large': () => new Failure('uploads.notLookedThrough'),
  unwanted: () => new Failure('uploads.unwanted'),
}

const pdfFailures: Record<PdfRefusal, () => Failure> = {
  script: () => new Failure('uploads.pdfScript'),
  program: () => new Failure('uploads.pdfProgram'),
  files: () => new Failure('uploads.pdfFiles'),
  media: () => new Failure('uploads.pdfMedia'),
  connection: () => new Failure('uploads.pdfConnection'),
  locked: () => new Failure('uploads.pdfLocked'),
  unreadable: () => new Failure('uploads.pdfUnreadable'),
  'cut off': () => new Failure('uploads.pdfUnreadable'),
}

async function verdictOf(scan: Scan, content: Buffer): Promise<Verdict> {
  try {
    return await scan.check(content)
  } catch (error) {
    if (error instanceof ScanUnavailable)
      throw new Failure('uploads.notScanned', { status: 503, retryAfterSeconds: 60, cause: error })
    throw error
  }
}

/** Documents are not changed: they are only served as downloads (security.md, Uploads), and may contain nothing active. */
async function contentOf(content: Buffer, type: FileType): Promise<Buffer> {
  if (type === 'application/pdf') {
    const refusal = await refusalOfPdf(content)
    if (refusal) throw pdfFailures[refusal]()
    return content
  }
  return drawAgain(content, type).catch((cause: unknown) => {
    throw new Failure('uploads.type', { cause })
  })
}

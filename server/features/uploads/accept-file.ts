import type { Scan } from '../../gateways/scan/scan.ts'
import { ScanUnavailable } from '../../gateways/scan/scan.errors.ts'
import { Failure } from '../../protocol/failure.ts'
import { drawAgain } from './draw-again.ts'
import { nameFor, typeOf, type FileType } from './file-types.ts'

/** A file that may be kept. */
export interface AcceptedFile {
  fileName: string
  type: FileType
  content: Buffer
}

/**
 * What may be kept of a file: its type is that of its bytes, it was scanned as it came, and pictures are drawn anew.
 * Throws `uploads.type`, `uploads.virus` and, where nobody could scan it, `uploads.notScanned`.
 */
export async function acceptFile(
  scan: Scan,
  { fileName, content }: { fileName: string; content: Buffer },
): Promise<AcceptedFile> {
  const type = typeOf(content)
  // The scanner is asked first: an infected file of any type is called infected (specification 1 §8).
  if ((await verdictOf(scan, content)) === 'infected') throw new Failure('uploads.virus', { status: 400 })
  if (!type) throw new Failure('uploads.type')
  return { fileName: nameFor(fileName, type), type, content: await contentOf(content, type) }
}

async function verdictOf(scan: Scan, content: Buffer): Promise<'clean' | 'infected'> {
  try {
    return await scan.check(content)
  } catch (error) {
    if (error instanceof ScanUnavailable)
      throw new Failure('uploads.notScanned', { status: 503, retryAfterSeconds: 60, cause: error })
    throw error
  }
}

/** Documents stay as they are: they are only ever served to be saved (security.md, Uploads). */
async function contentOf(content: Buffer, type: FileType): Promise<Buffer> {
  if (type === 'application/pdf') return content
  return drawAgain(content, type).catch((cause: unknown) => {
    throw new Failure('uploads.type', { cause })
  })
}

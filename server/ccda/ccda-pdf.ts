import { drawInWorker } from '../sheets/draw-in-worker.ts'
import type { Ccda } from './ccda.ts'

interface PdfOptions {
  createdAt: Date
  /** What a reader has to know before anything else. */
  warning?: string
}

/** What is drawn. */
export interface CcdaFile extends PdfOptions {
  document: Extract<Ccda, { kind: 'sections' }>
}

/**
 * Returns a document as a tagged PDF of Letter pages; one that is a PDF already as it is, without a warning. Throws
 * `TooLargeToDraw`, and the reason of the signal.
 */
export async function ccdaPdf(document: Ccda, options: PdfOptions, signal?: AbortSignal): Promise<Buffer> {
  if (document.kind === 'pdf') return document.bytes
  return drawInWorker(new URL('./draw-ccda.ts', import.meta.url), { document, ...options } satisfies CcdaFile, signal)
}

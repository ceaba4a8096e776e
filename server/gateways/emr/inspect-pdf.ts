import pLimit from 'p-limit'
import { refusalOfShownPdf, type ShownPdfRefusal } from '../../pdf/active-content.ts'
import { UnusablePdf, type PdfFault } from './emr.errors.ts'
import { fileCall } from './fetch-file.ts'

const faults: Record<ShownPdfRefusal, PdfFault> = {
  script: 'active',
  program: 'active',
  connection: 'active',
  locked: 'locked',
  unreadable: 'unreadable',
  'cut off': 'damaged',
}

/** Throws UnusablePdf for a PDF that does something by itself, cannot be inspected, or has lost its end. */
export async function inspectPdf(content: Buffer): Promise<void> {
  const refusal = await refusalOfShownPdf(content)
  if (refusal) throw new UnusablePdf(fileCall, faults[refusal])
}

/** Inspects the PDFs of one record server before they are served in pieces. */
export interface PdfInspections {
  /**
   * Rejects as `inspectPdf` does; a file that is missing by now passes. `version` names the content, which is inspected
   * once in ten minutes; undefined if nothing names it.
   */
  inspect(version: string | undefined, read: () => Promise<Buffer | undefined>): Promise<void>
}

const keptForMs = 10 * 60_000
const mostKept = 1000
/** Each is wholly in memory while it is inspected. */
const mostAtOnce = 2

/** Makes inspections whose outcomes are kept in memory. */
export function createPdfInspections(now: () => number): PdfInspections {
  const limit = pLimit(mostAtOnce)
  const kept = new Map<string, { until: number; outcome: Promise<void> }>()
  const inspectNow = (read: () => Promise<Buffer | undefined>) =>
    limit(async () => {
      const content = await read()
      if (content) await inspectPdf(content)
    })
  const begin = (version: string, read: () => Promise<Buffer | undefined>) => {
    const outcome = inspectNow(read)
    kept.delete(version)
    kept.set(version, { until: now() + keptForMs, outcome })
    const oldest = kept.size > mostKept ? kept.keys().next().value : undefined
    if (oldest !== undefined) kept.delete(oldest)
    // What could not be read is read again by the next request.
    outcome.catch((error: unknown) => {
      if (!(error instanceof UnusablePdf) && kept.get(version)?.outcome === outcome) kept.delete(version)
    })
    return outcome
  }
  return {
    inspect: (version, read) => {
      if (version === undefined) return inspectNow(read)
      const known = kept.get(version)
      return known && known.until > now() ? known.outcome : begin(version, read)
    },
  }
}

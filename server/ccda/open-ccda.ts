import { threadEntry } from '../places.ts'
import { inThread } from '../threads/in-thread.ts'
import { InvalidCcda, type CcdaHeader } from './ccda.ts'
import type { SectionHtml } from './ccda-html.ts'
import type { ChartPatient } from './named-patient.ts'

/** A document as it is stored. */
export interface CcdaFile {
  /** In UTF-8, whatever it states: the record server has decoded it. */
  xml: Uint8Array
  /** The XML is given to the thread instead of being copied, and is empty afterwards. */
  isGivenAway?: true
  /** The patient in whose chart it lies: a document that names somebody else says so. */
  chart?: ChartPatient
}

/** What is shown of a document on a screen. */
export type CcdaContent = Pick<CcdaHeader, 'title' | 'facts'> & {
  /** What a reader has to know before anything else. */
  warning?: string
} & (
    | { kind: 'pdf' }
    | {
        kind: 'sections'
        /** Links to the sections; undefined where there are few. */
        contents?: string
        sections: SectionHtml[]
        /** Names of the places that can be led to. */
        anchors: string[]
      }
  )

/** What the thread gets. */
export type CcdaWork = CcdaFile & ({ as: 'content' } | { as: 'pdf'; createdAt: Date })

/** What the thread returns. */
export type CcdaOutput<Shown> =
  | { shown: Shown; invalid?: undefined }
  | { invalid: Pick<InvalidCcda, 'reason' | 'line' | 'column'> }

/** Returns a document as HTML that is not yet cleaned. Throws InvalidCcda, `TooCostly`, and the reason of the signal. */
export function ccdaContent(file: CcdaFile, signal?: AbortSignal): Promise<CcdaContent> {
  return opened<CcdaContent>({ ...file, as: 'content' }, signal)
}

/**
 * Returns a document as a tagged PDF of Letter pages; one that is a PDF already as it is, without a warning. Throws
 * InvalidCcda, `TooCostly`, and the reason of the signal.
 */
export async function ccdaPdf(file: CcdaFile & { createdAt: Date }, signal?: AbortSignal): Promise<Buffer> {
  return Buffer.from(await opened<Uint8Array>({ ...file, as: 'pdf' }, signal))
}

async function opened<Shown>(work: CcdaWork, signal: AbortSignal | undefined): Promise<Shown> {
  const options = { signal, transfer: work.isGivenAway ? memoryOf(work.xml) : [] }
  const output = await inThread<CcdaOutput<Shown>>(threadEntry('ccda/ccda-thread.ts'), work, options)
  if (output.invalid) throw new InvalidCcda(output.invalid.reason, output.invalid)
  return output.shown
}

/** Small buffers share their memory, which then is copied all the same. */
function memoryOf({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}

/** Readers search for the header of a PDF in so many bytes at the beginning of the file (ISO 32000-2, 7.5.2). */
export const pdfHeaderWithin = 1024

const header = '%PDF-'

/** How files of other types begin: one of them that contains the header of a PDF may be opened as either. */
const otherBeginnings = ['GIF8', '\u0089PNG', '\u00ff\u00d8\u00ff', 'RIFF', 'PK', 'MZ', '\u007fELF', '<']

/** Whether a file with these first bytes is a PDF, whatever its name or declared type. Bytes before the header are allowed. */
export function isPdf(beginning: Buffer): boolean {
  const text = beginning.subarray(0, pdfHeaderWithin).toString('latin1')
  return text.includes(header) && !otherBeginnings.some((other) => text.startsWith(other))
}

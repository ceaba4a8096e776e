/**
 * What a scanner says of a file. Besides viruses it can report that the file is encrypted or too large to be looked
 * through, or that it is of a kind that some do not want, such as a program with advertisements.
 */
export type Verdict = 'clean' | 'infected' | 'encrypted' | 'too large' | 'unwanted'

/** Scans a file for viruses before any of it is stored. */
export interface Scan {
  /** Throws ScanUnavailable if no verdict is available: the file then counts as not clean. */
  check(content: Buffer): Promise<Verdict>
}

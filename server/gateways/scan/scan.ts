/** Scans a file for viruses before any of it is stored. */
export interface Scan {
  /** Throws ScanUnavailable if no verdict is available: the file then counts as not clean. */
  check(content: Buffer): Promise<'clean' | 'infected'>
}

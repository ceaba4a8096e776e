/** What looks for viruses in a file before anything of it is kept. */
export interface Scan {
  /** Throws ScanUnavailable when nobody could look: then the file counts as not clean. */
  check(content: Buffer): Promise<'clean' | 'infected'>
}

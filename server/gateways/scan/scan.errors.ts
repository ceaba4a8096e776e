/** The scan gave no verdict. The message contains nothing of the file. */
export class ScanUnavailable extends Error {
  constructor(why: string) {
    super(`a file could not be scanned (${why})`)
    this.name = new.target.name
  }
}

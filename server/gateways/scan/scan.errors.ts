/** Nobody could say whether a file is clean. The sentence holds no word of the file. */
export class ScanUnavailable extends Error {
  constructor(why: string) {
    super(`a file could not be scanned (${why})`)
    this.name = new.target.name
  }
}

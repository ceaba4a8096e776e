import { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'

/**
 * Lets the driver of PostgreSQL talk to an embedded database as to a server. Messages that the driver writes together
 * (corked) reach the database together: it is entered only once, and after an error it skips the rest as a server does.
 */
export class EmbeddedSocket extends Duplex {
  readonly #database: PGlite

  constructor(database: PGlite) {
    super()
    this.#database = database
  }

  /** The session of the database outlives its connections: what an earlier one left is taken back. */
  connect(): void {
    this.#database.exec('rollback; deallocate all').then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    )
  }

  override _writev(messages: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this.#send(Buffer.concat(messages.map(({ chunk }) => chunk))).then(() => done(), done)
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  override _read(): void {
    // What the database sends is pushed as it comes.
  }

  async #send(messages: Buffer): Promise<void> {
    const received: Buffer[] = []
    await this.#database.execProtocolRawStream(messages, {
      onRawData: (bytes) => received.push(Buffer.from(bytes)), // a copy, since the database reuses its memory
    })
    this.push(Buffer.concat(received))
  }

  // Of a network socket; the driver calls them.
  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}
}

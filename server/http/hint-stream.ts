import { randomBytes, randomUUID } from 'node:crypto'
import type { Cipher } from '../encryption.ts'
import type { Published } from '../protocol/hints.ts'
import { HintLog, type Change, type Position } from './hint-log.ts'

/** A hint of any process, with its place in the sequence that all of them share. */
export interface SharedHint extends Position {
  /** Identifies the sending. */
  id: string
  hint: Published
}

/** The connection to the other processes. */
export interface SharedHints {
  /** Numbers the hint and sends it to all processes, this one included. */
  send: (sent: Pick<SharedHint, 'id' | 'hint'>) => Promise<unknown>
}

interface HintStreamOptions {
  encryption: Cipher
  /** Sends a hint to the sockets of this process that watch its topics. */
  deliver: (hint: Published) => void
  /** Sends each socket of this process a hint of all that it watches. */
  deliverAll: () => void
  /** Runs before a hint of another process is delivered; never rejects. */
  refresh: (hint: Published) => Promise<unknown>
  /** Runs after hints of other processes may have been lost; never rejects. */
  refreshAll: () => Promise<unknown>
}

const numberDigits = 11

/**
 * The sequence of all hints: that of this process alone, or the one that processes share. A position in it is noted
 * before content is loaded and travels with the content; a page that begins to listen sends it back and receives what
 * changed since (protocol.md, Live).
 */
export class HintStream {
  readonly #options: HintStreamOptions
  readonly #log = new HintLog(newEpoch())
  #shared: SharedHints | undefined
  /** Whether the log follows the shared sequence. */
  #isJoined = false
  /** Changes when the connection is lost: hints from before it are dropped, since `#join` covers them. */
  #connection = 0
  /** Hints of this process that have no number yet. */
  readonly #unnumbered = new Map<string, Published>()
  /** Hints of all processes are taken one after another, so that a position covers all hints before it. */
  #taken: Promise<unknown> = Promise.resolve()

  constructor(options: HintStreamOptions) {
    this.#options = options
  }

  share(shared: SharedHints): void {
    this.#shared = shared
  }

  publish(hint: Published): void {
    const id = randomUUID()
    if (this.#isJoined) this.#unnumbered.set(id, hint)
    else this.#accept(hint)
    this.#shared?.send({ id, hint }).catch(() => this.separate())
  }

  /** A hint of any process has arrived. */
  receive(shared: SharedHint): void {
    const connection = this.#connection
    this.#taken = this.#taken.then(() => (connection === this.#connection ? this.#take(shared, connection) : undefined))
  }

  /** The other processes cannot be reached: this one goes on alone. */
  separate(): void {
    this.#connection += 1
    if (!this.#isJoined) return
    this.#isJoined = false
    this.#log.restart(newEpoch())
    for (const hint of this.#unnumbered.values()) this.#accept(hint)
    this.#unnumbered.clear()
  }

  /**
   * The current position, encrypted: it counts the hints of all practices. Read it before the content that it goes with:
   * a change after it is hinted at.
   */
  asOf(): string {
    const { epoch, number } = this.#log.position
    return this.#options.encryption.encrypt(`${epoch} ${number.toString(36).padStart(numberDigits, '0')}`)
  }

  /** Returns the position that `asOf` encrypted; undefined if it cannot be compared with the current one. */
  positionOf(asOf: string): Position | undefined {
    const [epoch = '', number = ''] = this.#decrypt(asOf).split(' ')
    const position = { epoch, number: Number.parseInt(number, 36) }
    return this.#log.isComparable(position) ? position : undefined
  }

  changeOf(topic: string, since: Position): Change | undefined {
    return this.#log.changeOf(topic, since)
  }

  async #take({ id, epoch, number, hint }: SharedHint, connection: number): Promise<void> {
    const { position } = this.#log
    const isNext = this.#isJoined && epoch === position.epoch && number === position.number + 1
    const { refresh, refreshAll, deliver, deliverAll } = this.#options
    if (!isNext) await refreshAll()
    else if (!this.#unnumbered.has(id)) await refresh(hint) // the publishing process has fresh memory already
    if (connection !== this.#connection) return
    this.#unnumbered.delete(id)
    if (!isNext) this.#join({ epoch, number: number - 1 })
    this.#log.add(hint)
    if (isNext) deliver(hint)
    else deliverAll()
  }

  #join(position: Position): void {
    this.#isJoined = true
    this.#log.restart(position)
  }

  #accept(hint: Published): void {
    this.#log.add(hint)
    this.#options.deliver(hint)
  }

  #decrypt(asOf: string): string {
    try {
      return this.#options.encryption.decrypt(asOf)
    } catch {
      return '' // invented, or of another installation
    }
  }
}

function newEpoch(): Position {
  return { epoch: randomBytes(8).toString('base64url'), number: 0 }
}

import { setImmediate as nextTurn } from 'node:timers/promises'

/** Why a PDF could not be inspected: it is encrypted with a password, or it is damaged or too complex. */
export type UnreadableReason = 'locked' | 'unreadable'

/** Thrown where a PDF has a place in which anything could be hidden. */
export class UnreadablePdf extends Error {
  readonly reason: UnreadableReason
  constructor(reason: UnreadableReason = 'unreadable') {
    super(`a PDF cannot be inspected (${reason})`)
    this.name = new.target.name
    this.reason = reason
  }
}

/** Counts the work for one file, so that no file takes much time or memory. Each member throws UnreadablePdf. */
export interface PdfLimits {
  /** Counts bytes of syntax that were read. */
  read(bytes: number): void
  /** Counts an object of the index, of which there are so many with the same number. */
  keep(ofSameNumber: number): void
  /** Counts an object stream. */
  stream(): void
  /** Counts the bytes of a decoded object stream. */
  decoded(bytes: number): void
  /** How many bytes decoding may still yield. */
  mayDecode(): number
  /** Lets other requests run if the file was worked on for some time. */
  pause(): Promise<void>
}

/** The largest accepted files have less than a tenth of each. */
const most = { read: 64 * 1_048_576, objects: 500_000, streams: 10_000, decoded: 32 * 1_048_576 }
/** Each revision of a file may contain an object again. */
const mostOfSameNumber = 1000
const pauseAfterMs = 10

/** Makes the limits for one file. */
export function createPdfLimits(): PdfLimits {
  const used = { read: 0, objects: 0, streams: 0, decoded: 0 }
  let since = performance.now()
  const count = (what: keyof typeof used, amount: number) => {
    used[what] += amount
    if (used[what] > most[what]) throw new UnreadablePdf()
  }
  return {
    read: (bytes) => count('read', bytes),
    keep: (ofSameNumber) => {
      if (ofSameNumber > mostOfSameNumber) throw new UnreadablePdf()
      count('objects', 1)
    },
    stream: () => count('streams', 1),
    decoded: (bytes) => count('decoded', bytes),
    mayDecode: () => most.decoded - used.decoded,
    pause: async () => {
      if (performance.now() - since < pauseAfterMs) return
      await nextTurn()
      since = performance.now()
    },
  }
}

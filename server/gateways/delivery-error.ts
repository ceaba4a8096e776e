const sentences = {
  /** Nobody took it: it may be tried again. */
  unavailable: 'no server took the message',
  /** The recipient or the message itself is refused for good. */
  refused: 'the message was refused',
  /** No answer came, or the connection broke while it was handed over: it may have been taken. */
  uncertain: 'whether the message was taken is not known',
}

/** A mail or a text message that was not surely taken. No sentence and no cause holds an address or a number: what servers say often does. */
export class DeliveryError extends Error {
  readonly outcome: keyof typeof sentences
  /** Codes alone, such as `EENVELOPE 550` or `400 21211`. */
  readonly code: string

  constructor(outcome: keyof typeof sentences, code: string) {
    super(`${sentences[outcome]} (${code})`)
    this.name = new.target.name
    this.outcome = outcome
    this.code = code
  }
}

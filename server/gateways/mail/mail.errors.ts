/** A mail that was not surely taken. No sentence and no cause holds an address: what mail servers say often does. */
abstract class MailError extends Error {
  /** What became of it; read by the outbox, which knows mail and text messages alike. */
  abstract readonly outcome: 'unavailable' | 'refused' | 'uncertain'
  /** Codes alone, such as `EENVELOPE 550`. */
  readonly code: string

  constructor(sentence: string, code: string) {
    super(`${sentence} (${code})`)
    this.name = new.target.name
    this.code = code
  }
}

/** Nobody took it: it may be tried again. */
export class MailUnavailable extends MailError {
  readonly outcome = 'unavailable'
  constructor(code: string) {
    super('no mail server took the mail', code)
  }
}

/** The recipient or the mail itself is refused for good. */
export class MailRefused extends MailError {
  readonly outcome = 'refused'
  constructor(code: string) {
    super('the mail was refused', code)
  }
}

/** The connection broke while the mail was handed over: it may have been taken. */
export class MailUncertain extends MailError {
  readonly outcome = 'uncertain'
  constructor(code: string) {
    super('whether the mail was taken is not known', code)
  }
}

/** A text message that was not surely taken. No sentence holds a number. */
abstract class SmsError extends Error {
  /** What became of it; read by the outbox, which knows mail and text messages alike. */
  abstract readonly outcome: 'unavailable' | 'refused' | 'uncertain'
  /** Codes alone, such as `400 21211`. */
  readonly code: string

  constructor(sentence: string, code: string) {
    super(`${sentence} (${code})`)
    this.name = new.target.name
    this.code = code
  }
}

/** Nobody took it: it may be tried again. */
export class SmsUnavailable extends SmsError {
  readonly outcome = 'unavailable'
  constructor(code: string) {
    super('no carrier took the text message', code)
  }
}

/** The number or the message is refused for good. */
export class SmsRefused extends SmsError {
  readonly outcome = 'refused'
  constructor(code: string) {
    super('the text message was refused', code)
  }
}

/** No answer came: it may have been taken. Text messages have no id by which a second one would be recognised. */
export class SmsUncertain extends SmsError {
  readonly outcome = 'uncertain'
  constructor(code: string) {
    super('whether the text message was taken is not known', code)
  }
}

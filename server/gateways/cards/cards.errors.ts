/** The card processor failed. */
export class CardError extends Error {
  /** True if the processor may have received the request: what became of it must be looked up. */
  readonly isUncertain: boolean

  constructor(message: string, options: { isUncertain: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.isUncertain = options.isUncertain
  }
}

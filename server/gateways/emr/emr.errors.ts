/**
 * A call to the record server that failed. `call` is the name of the call alone: addresses with their queries name
 * people, so they are in no message and in no cause.
 */
export abstract class EmrError extends Error {
  readonly call: string
  /** Whether a write may have been done all the same: look before doing it again. Always false for reads. */
  readonly mayHaveHappened: boolean

  constructor(call: string, sentence: string, mayHaveHappened: boolean) {
    super(`${call}: ${sentence}`)
    this.name = new.target.name
    this.call = call
    this.mayHaveHappened = mayHaveHappened
  }
}

/** Nobody answers there, or an answer says that it cannot (5xx); also while the circuit is open. The call was not done. */
export class EmrUnavailable extends EmrError {
  constructor(call: string, why: string) {
    super(call, `the record server is not available (${why})`, false)
  }
}

/** No answer in time. Of a write, also an answer that broke off: what became of it is unknown. */
export class EmrTimeout extends EmrError {
  constructor(call: string, isWrite: boolean) {
    super(call, 'the record server did not answer in time', isWrite)
  }
}

/** An answer that does not fit the call. */
export class EmrNonsense extends EmrError {
  /** Of an answer that refuses; undefined for one that only has another shape. */
  readonly status?: number
  constructor(call: string, why: string, { isWrite = false, status }: { isWrite?: boolean; status?: number } = {}) {
    super(call, `the record server gave a wrong answer (${why})`, isWrite)
    this.status = status
  }
}

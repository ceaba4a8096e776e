/** A request that the record server refuses in words; mapped to its status by sandbox.ts. */
export class Refusal extends Error {
  readonly statusCode: number
  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

export const notFound = (what: string): Refusal => new Refusal(404, `No such ${what}.`)

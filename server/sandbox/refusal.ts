/** A request that the record server refuses with a message; sandbox.ts maps it to its status. */
export class Refusal extends Error {
  readonly statusCode: number
  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

export const notFound = (what: string): Refusal => new Refusal(404, `No such ${what}.`)

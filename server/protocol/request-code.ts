import { randomInt, randomUUID } from 'node:crypto'

/** Without vowels, so that they make no words, and without those that sound or look alike. */
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ'

/** How many characters of the id of a request a person quotes to the office. */
export const codeLength = 6

/** Returns an id for a request. It begins with the code, so that this finds the request in the logs. */
export function newRequestId(): string {
  const code = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${code}-${randomUUID()}`
}

import type { TSchema } from 'typebox'
import { InvalidInput } from '../../server/protocol/failure.ts'
import { checkInput } from '../../server/protocol/input-check.ts'

/** Returns the errors of the InvalidInput that a check throws; none if it throws nothing. */
export function errorsOf(check: () => unknown): InvalidInput['errors'] {
  try {
    check()
    return []
  } catch (error) {
    if (error instanceof InvalidInput) return error.errors
    throw error
  }
}

type Codes = Record<string, Record<string, string>>

/** Returns the errors of an input, as `pointer code`. */
export function faultsOf(schema: TSchema, value: unknown, codes: Codes = {}): string[] {
  return errorsOf(() => checkInput(schema, { value, codes })).map(({ pointer, code }) => `${pointer} ${code}`)
}

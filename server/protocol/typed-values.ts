import Type, { type TString } from 'typebox'
import { controlCharacters, visibleSign } from '../../schemas/visible-text.ts'

/**
 * What a person types into a single line: no control character and none that turns the direction of others. `required`:
 * something that shows. Numbers of cards are refused in every input.
 */
export function OneLine(maxLength: number, { required = true }: { required?: boolean } = {}): TString {
  const shows = required ? `(?=.*${visibleSign})` : ''
  return Type.String({
    ...(required ? { minLength: 1 } : {}),
    pattern: `^${shows}[^${controlCharacters}]*$`,
    maxLength,
  })
}

/** What a person types into several lines: something that shows. */
export function Lines(maxLength: number): TString {
  return Type.String({ minLength: 1, pattern: visibleSign, maxLength })
}

/** As `YYYY-MM-DD`; the client reads what people type (typed-day.ts). */
export const Day = Type.String({ format: 'date' })

/**
 * Specification 1 §5, 2 §5: the shape x@y.z; one address only, because a letter goes to it, without signs that
 * nobody sees, such as those that turn the direction of writing. Blanks around it do not count.
 */
export function EmailAddress(maxLength: number, { required = true }: { required?: boolean } = {}): TString {
  const part = '[^@\\s\\p{Cc}\\p{Cf},;:<>()"\\\\]+'
  const address = `${part}@${part}\\.${part}`
  return Type.String({
    ...(required ? { minLength: 1 } : {}),
    pattern: `^\\s*${required ? address : `(${address})?`}\\s*$`,
    maxLength,
  })
}

/** The digits alone; the client drops what else people write (phone-number.ts). */
export const TenDigits = Type.String({ pattern: '^\\d{10}$' })

/** Specification 2 §5: five or nine digits. */
export const zipPattern = '^\\d{5}(-?\\d{4})?$'
export const Zip = Type.String({ pattern: zipPattern })

/** Specification 2 §5: dollars, at most four whole digits and two decimals, more than 0. */
export const amountPattern = '^(?=.*[1-9])\\d{1,4}(\\.\\d{1,2})?$'
export const Amount = Type.String({ pattern: amountPattern })

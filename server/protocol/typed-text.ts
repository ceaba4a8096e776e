import Type, { type TString } from 'typebox'
import { visibleSign } from '../../schemas/visible-text.ts'

/**
 * What a person types into a single line: no control character and none that turns the direction of others. `required`:
 * something that shows. Numbers of cards are refused in every input.
 */
export function OneLine(maxLength: number, { required = true }: { required?: boolean } = {}): TString {
  const shows = required ? `(?=.*${visibleSign})` : ''
  return Type.String({
    ...(required ? { minLength: 1 } : {}),
    pattern: `^${shows}[^\\p{Cc}\\u2028-\\u202e\\u2066-\\u2069]*$`,
    maxLength,
  })
}

/** What a person types into several lines: something that shows. */
export function Lines(maxLength: number): TString {
  return Type.String({ minLength: 1, pattern: visibleSign, maxLength })
}

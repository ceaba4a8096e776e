import Type, { type TString } from 'typebox'

/**
 * What a person types into a single line: no control character and none that turns the direction of others. `required`:
 * not only blanks. Numbers of cards are refused in every input.
 */
export function OneLine(maxLength: number, { required = true }: { required?: boolean } = {}): TString {
  const blank = required ? '(?=.*\\S)' : ''
  return Type.String({ pattern: `^${blank}[^\\p{Cc}\\u2028-\\u202e\\u2066-\\u2069]*$`, maxLength })
}

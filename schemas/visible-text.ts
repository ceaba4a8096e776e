/** Matches a sign that shows: blanks, signs that nobody sees and the blank of Braille alone are no text. */
export const visibleSign = '[^\\s\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800]'
const visible = new RegExp(visibleSign, 'u')

export function showsNothing(text: string): boolean {
  return !visible.test(text)
}

/** Within brackets: what a single line does not have: controls, line breaks, and what turns the direction of writing. */
export const controlCharacters = '\\p{Cc}\\u2028-\\u202e\\u2066-\\u2069'

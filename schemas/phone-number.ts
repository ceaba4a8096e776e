/**
 * Returns the ten digits of a phone number of the North American plan, however it is written, with or without the code of
 * the country; undefined for anything else, such as one with an extension or of another country, which is never cut.
 */
export function tenDigitsOf(written: string): string | undefined {
  return /^(?:\+?1)?(\d{10})$/.exec(compactNumber(written))?.[1]
}

/** Without what people write between the digits of a phone number. */
export function compactNumber(written: string): string {
  return written.replaceAll(/[\s().\p{Pd}\p{Cf}]/gu, '')
}

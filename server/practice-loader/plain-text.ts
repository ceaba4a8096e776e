/**
 * Returns external text as one line: no control characters (PostgreSQL refuses NUL), no half surrogate pairs, at most
 * `limit` long. Everything else is kept, including `<script>`: the output escapes it.
 */
export function plainText(text: string | null | undefined, limit = 200): string {
  return (text ?? '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, limit)
    .replace(/\p{Surrogate}/gu, '\ufffd')
}

/** Returns external text as it was written, with its line breaks; only other control characters are replaced. */
export function writtenText(text: string | null | undefined, limit: number): string {
  return (text ?? '')
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .replace(/(?!\n)\p{Cc}/gu, '')
    .trim()
    .slice(0, limit)
    .replace(/\p{Surrogate}/gu, '\ufffd')
}

/** Normalizes text for comparison. */
export const folded = (text: string) => plainText(text).toLowerCase()

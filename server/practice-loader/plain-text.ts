/**
 * Text from outside as one line: no control characters (PostgreSQL refuses NUL), no half characters, at most
 * `limit` long. Everything else stays as it is, `<script>` included: who draws it escapes it.
 */
export function plainText(text: string | null | undefined, limit = 200): string {
  return (text ?? '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, limit)
    .replace(/\p{Surrogate}/gu, '\ufffd')
}

/** The same words in the same spelling, for comparing. */
export const folded = (text: string) => plainText(text).toLowerCase()

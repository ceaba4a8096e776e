import type { Words } from '../../schemas/base.ts'

/** Returns the text without markup and links, for announcements and search. */
export function plainWords(words: Words): string {
  return typeof words === 'string' ? words : words.map(({ text }) => text).join('')
}

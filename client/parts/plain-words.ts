import type { Words } from '../../schemas/base.ts'

/** The same words without their looks and links, to be said or searched. */
export function plainWords(words: Words): string {
  return typeof words === 'string' ? words : words.map(({ text }) => text).join('')
}

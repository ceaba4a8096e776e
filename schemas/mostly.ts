/**
 * The only place that decides what a text is mostly made of: the client ticks a rule with it and the server refuses by
 * it. This file does not import typebox, to keep typebox out of the client.
 */

const shortestWord = 3

export interface Apart {
  words: readonly string[]
  /** Letters and digits that are left at least. */
  least: number
}

/** Returns the words of texts that count, folded. */
export function wordsOf(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => folded(text).split(/[^\p{L}\p{N}]+/u))
  return [...new Set(words)].filter((word) => word.length >= shortestWord)
}

/** Whether a text holds some of the words, and too little besides. */
export function isMostly({ words, least }: Apart, text: string): boolean {
  const rest = withoutWords(words, text)
  return rest !== folded(text) && rest.replaceAll(/[^\p{L}\p{N}]/gu, '').length < least
}

/** Returns a folded text with a blank for each of the folded words, the longest first. */
export function withoutWords(words: readonly string[], text: string): string {
  return words
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, word) => left.replaceAll(word, ' '), folded(text))
}

/** Returns a text without case and accents. */
function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

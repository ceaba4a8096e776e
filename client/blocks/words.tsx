import type { Words as WordsValue } from '../../schemas/base.ts'
import { ActLink } from '../render/to.tsx'

/** Plain words, or pieces of which some are strong or lead somewhere. */
export function Words({ words }: { words: WordsValue }) {
  if (typeof words === 'string') return words
  return words.map(({ text, strong, href }, place) => {
    const inner = strong ? <strong>{text}</strong> : text
    // The pieces of one sentence have no other name than their place.
    const key = `${place} ${text}`
    return href ? <ActLink key={key} action={{ type: 'leave', href }}>{inner}</ActLink> : <span key={key}>{inner}</span>
  })
}

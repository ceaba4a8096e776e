import type { Action } from '../../schemas/action.ts'
import type { Span, Words as WordsValue } from '../../schemas/base.ts'
import { ActLink } from '../render/to.tsx'
import look from './words.module.css'

/** Plain text, or pieces of which some are bold or links. */
export function Words({ words }: { words: WordsValue }) {
  if (typeof words === 'string') return words
  // The pieces of a sentence have no id, so their index is part of the key.
  return words.map((span, place) => <Piece key={`${place} ${span.text}`} span={span} />)
}

function Piece({ span: { text, strong, href } }: { span: Span }) {
  const inner = strong ? <strong>{text}</strong> : text
  if (!href) return inner
  // A phone number never wraps.
  return (
    <ActLink className={href.startsWith('tel:') ? look.phone : undefined} action={leadingTo(href)}>
      {inner}
    </ActLink>
  )
}

function leadingTo(href: string): Action {
  return href.startsWith('/') ? { type: 'navigate', to: href } : { type: 'leave', href }
}

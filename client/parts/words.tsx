import type { Action } from '../../schemas/action.ts'
import type { Span, Words as WordsValue } from '../../schemas/base.ts'
import { ActLink } from '../render/to.tsx'
import look from './words.module.css'

/** Plain text, or pieces of which some are bold or links. */
export function Words({ words }: { words: WordsValue }) {
  if (typeof words === 'string') return <Plain text={words} />
  // The pieces of a sentence have no id, so their index is part of the key.
  return words.map((span, place) => <Piece key={`${place} ${span.text}`} span={span} />)
}

/** A phone number or a time, as the server writes it in a sentence. */
const unbroken = /(\(\d{3}\) \d{3}-\d{4}|\b\d{1,2}:\d{2} [AP]M\b)/

/** No line ends within a phone number or a time. */
export function Plain({ text }: { text: string }) {
  const parts = text.split(unbroken)
  if (parts.length === 1) return text
  // Every second part is one of them. They have no id, so their index is the key.
  return parts.map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      <span key={`${place} ${part}`} className={look.unbroken}>
        {part}
      </span>
    ),
  )
}

function Piece({ span: { text, strong, href } }: { span: Span }) {
  // The underline of a link does not reach into what is kept together within it.
  const words = href?.startsWith('tel:') ? text : <Plain text={text} />
  const inner = strong ? <strong>{words}</strong> : words
  if (!href) return inner
  // A phone number never wraps.
  return (
    <ActLink className={href.startsWith('tel:') ? look.unbroken : undefined} action={leadingTo(href)}>
      {inner}
    </ActLink>
  )
}

function leadingTo(href: string): Action {
  return href.startsWith('/') ? { type: 'navigate', to: href } : { type: 'leave', href }
}

import { Fragment } from 'react'
import type { Words as WordsValue } from '../../../schemas/base.ts'
import { Words } from '../../parts/words.tsx'
import look from './table.module.css'

/** A time with AM or PM, an email address, a name such as `maria.alvarez`, and a number such as `LSD-1409`. */
const pieces = /(\d{1,2}:\d{2} [AP]M|[^\s@]+@[^\s@]+|\p{L}{2,}(?:\.\p{L}{2,})+|\b[A-Z]{2,4}-\d+\b)/u
/** Longer pieces may break anywhere, so that the page does not scroll. */
const longestUnbroken = 16

/**
 * The words of a cell. No line ends within a time; in an email address it ends after the @ or before a later dot, in a
 * long name before a dot.
 */
export function CellText({ words }: { words: WordsValue }) {
  if (typeof words !== 'string') return <Words words={words} />
  // Every second part is one of the pieces. They have no id, so their index is the key.
  return words.split(pieces).map((part, at) => (at % 2 === 0 ? part : <Piece key={`${at} ${part}`} text={part} />))
}

function Piece({ text }: { text: string }) {
  const [first = '', ...others] = unbrokenParts(text)
  return (
    <>
      <Unbroken text={first} />
      {others.map((part, at) => (
        <Fragment key={`${at} ${part}`}>
          <wbr />
          <Unbroken text={part} />
        </Fragment>
      ))}
    </>
  )
}

/** Between these parts of a time or an address a line may end. */
function unbrokenParts(text: string): string[] {
  const afterAt = text.indexOf('@') + 1
  const host = text.slice(afterAt)
  const parts = host.length > longestUnbroken ? host.split(/(?=\.)/) : [host]
  return afterAt > 0 ? [text.slice(0, afterAt), ...parts] : parts
}

function Unbroken({ text }: { text: string }) {
  return <span className={text.length <= longestUnbroken ? look.unbroken : undefined}>{text}</span>
}

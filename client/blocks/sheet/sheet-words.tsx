import type { BlockOf } from '../../../schemas/blocks.ts'
import { Words } from '../../parts/words.tsx'
import look from './sheet.module.css'

type Part = BlockOf<'sheet'>['parts'][number]
type Text = Extract<Part, { type: 'paragraph' }>['text']

/** The words of a sheet; what is for paper only shows when it is printed. */
export function SheetWords({ words }: { words: Text }) {
  if (typeof words === 'string') return words
  // Pieces have no id, so their place is part of the key.
  return words.map(({ emphasis, printed, ...span }, place) => {
    const piece = <Words words={[span]} />
    return (
      <span key={`${place} ${span.text}`}>
        {emphasis ? <em>{piece}</em> : piece}
        {printed && <span className={look.printed}>{printed}</span>}
      </span>
    )
  })
}

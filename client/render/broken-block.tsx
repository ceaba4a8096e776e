import { useWords } from '../model/use-words.ts'

interface BrokenBlockProps {
  /** The files of this version are gone from the server: only a new page helps. */
  stale: boolean
  again: () => void
}

export function BrokenBlock({ stale, again }: BrokenBlockProps) {
  const word = useWords()
  return (
    <div className="broken" role="alert">
      <p>{word('failed')}</p>
      <button type="button" className="plain-button" onClick={stale ? () => location.reload() : again}>
        {word(stale ? 'reload' : 'retry')}
      </button>
    </div>
  )
}

import { useWords } from '../model/use-words.ts'

interface BrokenBlockProps {
  /** The server no longer has the files of this version; the page must be reloaded. */
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

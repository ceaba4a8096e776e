import { Refused } from '../app/failures.ts'
import { useWords } from '../app/words.ts'

interface RegionFailureProps {
  failure: unknown
  again: () => void
}

/** One part of the screen did not come; the rest stands. */
export function RegionFailure({ failure, again }: RegionFailureProps) {
  const word = useWords()
  const text = failure instanceof Refused ? failure.problem.detail || word('failed') : word('offline')
  return (
    <div className="broken" role="alert">
      <p>{text}</p>
      <button type="button" className="plain-button" onClick={again}>
        {word('retry')}
      </button>
    </div>
  )
}

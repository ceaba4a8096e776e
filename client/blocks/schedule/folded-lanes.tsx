import type { Words as WordsValue } from '../../../schemas/base.ts'
import { Words } from '../../parts/words.tsx'
import { noTimesOf, type Lane } from './lane.ts'
import { EmptyLane } from './schedule-lane.tsx'
import look from './schedule.module.css'

interface FoldedLanesProps {
  words: WordsValue
  lanes: Lane[]
  narrow: boolean
}

/** One line for all lanes without a time; their names and what to do show on request. */
export function FoldedLanes({ words, lanes, narrow }: FoldedLanesProps) {
  return (
    <details className={look.fold}>
      <summary className={look.foldWords}>
        <Words words={words} />
      </summary>
      <ul className={look.foldList}>
        {lanes.map((lane) => (
          <li key={lane.id} className={look.folded}>
            <h2 className={look.foldTitle}>{lane.title}</h2>
            {lane.lines.map((line, place) => (
              <p key={place} className={look.line}>
                <Words words={line} />
              </p>
            ))}
            <EmptyLane empty={noTimesOf(lane, narrow)} />
          </li>
        ))}
      </ul>
    </details>
  )
}

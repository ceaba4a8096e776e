import { useWords } from '../model/use-words.ts'

type Shape = 'lines' | 'table' | 'times' | 'cards'

const pieces = { lines: 5, table: 5, times: 18, cards: 6 } satisfies Record<Shape, number>

/** A component that stands in this shape for one that is loading. */
export function comingAs(shape: Shape) {
  return function Coming() {
    return <Skeleton shape={shape} headline={false} />
  }
}

/** A placeholder in the shape of the content that is loading. */
export function Skeleton({ shape, headline = true }: { shape: Shape; headline?: boolean }) {
  const word = useWords()
  return (
    <output className={`skeleton skeleton-${shape}`}>
      <span className="visually-hidden">{word('loading')}</span>
      {headline && <span className="headline" aria-hidden="true" />}
      {Array.from({ length: pieces[shape] }, (_, at) => (
        <span key={at} aria-hidden="true" />
      ))}
    </output>
  )
}

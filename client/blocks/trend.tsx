import type { BlockProps } from '../render/block-props.ts'
import { placesOf, type Place } from './trend-places.ts'
import look from './trend.module.css'

/** The picture is for the eyes: its values stand in a table beside it. */
export function TrendBlock({ block }: BlockProps<'trend'>) {
  const { caption, points, dates } = block
  const { places, range } = placesOf(block)
  return (
    <figure className={look.trend} id={block.id}>
      <div className={look.picture} aria-hidden>
        <svg className={look.plot}>
          {range && (
            <rect className={look.range} x="0" width="100%" y={percent(range.top)} height={percent(range.height)} />
          )}
          {range?.limits.map(({ y }) => (
            <line key={y} className={look.limit} x1="0" x2="100%" y1={percent(y)} y2={percent(y)} />
          ))}
          {places.slice(1).map((to, at) => (
            <Line key={points[at]?.id} from={places[at] ?? to} to={to} />
          ))}
          {points.map(({ id, text, marked }, at) => (
            <svg key={id} className={look.place} x={percent(places[at]?.x)} y={percent(places[at]?.y)}>
              {marked ? (
                <path className={look.marked} d="M0-7 7 0 0 7-7 0z" />
              ) : (
                <circle className={look.point} r="5" />
              )}
              <title>{text}</title>
            </svg>
          ))}
        </svg>
        {range && (
          <svg className={look.limits}>
            {range.limits.map(({ text, y }) => (
              <text key={y} x="0" y={percent(y)} dy="0.35em">
                {text}
              </text>
            ))}
          </svg>
        )}
        <span>{dates.first}</span>
        <span className={look.last}>{dates.last}</span>
      </div>
      <figcaption>{caption}</figcaption>
    </figure>
  )
}

function Line({ from, to }: { from: Place; to: Place }) {
  return <line className={look.line} x1={percent(from.x)} y1={percent(from.y)} x2={percent(to.x)} y2={percent(to.y)} />
}

const percent = (share = 0) => `${(share * 100).toFixed(2)}%`

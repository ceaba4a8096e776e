import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { useRun } from '../actions/use-run.ts'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { BlockProps } from '../render/block-props.ts'
import look from './rating.module.css'

type Rating = BlockOf<'rating'>

export function RatingBlock({ block }: BlockProps<'rating'>) {
  return block.readOnly ? <GivenStars block={block} /> : <Stars block={block} />
}

function GivenStars({ block: { legend, hideLegend, labels, value = 0, none = '' } }: { block: Rating }) {
  return (
    <div className={look.rating} role="group" aria-label={legend}>
      {!hideLegend && <p className={look.legend}>{legend}</p>}
      <p className={look.line}>
        <span className={look.given} aria-hidden="true">
          {labels.map((label, at) => (
            <Star key={label} filled={at < value} />
          ))}
        </span>
        <span className={look.words}>{labels[value - 1] ?? none}</span>
      </p>
    </div>
  )
}

/** Radio buttons, so that keyboard and assistive technology work as usual. */
function Stars({ block }: { block: Rating }) {
  const { legend, hideLegend, labels, none = '' } = block
  const name = useId()
  const { chosen, choose, confirm, running, keys } = useStars(block)
  return (
    <fieldset className={look.rating} aria-busy={running || undefined}>
      <legend className={hideLegend ? 'visually-hidden' : look.legend}>{legend}</legend>
      <div className={look.line}>
        <div className={look.stars} onBlur={confirm.onLeave} {...keys}>
          {labels.map((label, at) => (
            <label key={label} className={look.star} title={label}>
              <input
                type="radio"
                className={look.input}
                name={name}
                aria-label={label}
                checked={chosen === at + 1}
                onChange={() => choose(at + 1)}
                onClick={() => confirm.onClick(at + 1)}
              />
              <Star filled={at < chosen} />
            </label>
          ))}
        </div>
        <span className={look.words} aria-hidden="true">
          {labels[chosen - 1] ?? none}
        </span>
      </div>
    </fieldset>
  )
}

/** The local choice, until the server sends another value. */
function useStars({ value = 0, do: action }: Rating) {
  const { run, running } = useRun()
  const [own, setOwn] = useState({ of: value, stars: value })
  const reported = useRef(value)
  // Arrow keys select each star they pass; none of those is final yet.
  const passing = useRef(false)
  const chosen = own.of === value ? own.stars : value

  function report(stars: number): void {
    if (!action || stars === 0 || running) return
    reported.current = stars
    void run(action, stars)
  }
  const keys = {
    onKeyDown: ({ key }: KeyboardEvent) => {
      passing.current = key.startsWith('Arrow')
      if (key === 'Enter') report(chosen)
    },
    onPointerDown: () => void (passing.current = false),
    onKeyUp: () => void (passing.current = false),
  }
  const confirm = {
    onClick: (stars: number) => !passing.current && report(stars),
    onLeave: ({ currentTarget, relatedTarget }: React.FocusEvent) => {
      if (!currentTarget.contains(relatedTarget) && chosen !== reported.current) report(chosen)
    },
  }
  const choose = (stars: number) => !running && setOwn({ of: value, stars })
  return { chosen, choose, confirm, running, keys }
}

function Star({ filled }: { filled: boolean }) {
  return (
    <svg className={filled ? look.filled : look.empty} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="m12 2.8 2.84 5.76 6.36.92-4.6 4.48 1.09 6.33L12 17.3l-5.69 2.99 1.09-6.33-4.6-4.48 6.36-.92z" />
    </svg>
  )
}

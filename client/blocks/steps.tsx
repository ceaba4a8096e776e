import type { BlockProps } from '../render/block-props.ts'
import look from './steps.module.css'

export function StepsBlock({ block: { steps, current, label } }: BlockProps<'steps'>) {
  const at = steps.findIndex(({ id }) => id === current)
  return (
    <ol className={look.steps} aria-label={label}>
      {steps.map(({ id, title }, place) => (
        <li
          key={id}
          className={place < at ? look.done : place === at ? look.now : look.next}
          {...(place === at && { 'aria-current': 'step' as const })}
        >
          <span className={look.number} aria-hidden="true">
            {place < at ? '✓' : place + 1}
          </span>
          <span className={look.title}>{title}</span>
        </li>
      ))}
    </ol>
  )
}

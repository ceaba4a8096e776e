import type { BlockOf } from '../../schemas/blocks.ts'
import { Words } from '../parts/words.tsx'
import type { BlockProps } from '../render/block-props.ts'
import look from './steps.module.css'

type Step = BlockOf<'steps'>['steps'][number]

export function StepsBlock({ block: { steps, current, timeline, label } }: BlockProps<'steps'>) {
  const at = steps.findIndex(({ id }) => id === current)
  return (
    <ol className={timeline ? look.timeline : look.steps} aria-label={label}>
      {steps.map((step, place) => (
        <li
          key={step.id}
          className={place < at ? look.done : place === at ? look.now : look.next}
          {...(place === at && { 'aria-current': 'step' as const })}
        >
          {timeline ? <Happened step={step} /> : <Numbered title={step.title} mark={place < at ? '✓' : place + 1} />}
        </li>
      ))}
    </ol>
  )
}

function Numbered({ title, mark }: { title: string; mark: string | number }) {
  return (
    <>
      <span className={look.number} aria-hidden="true">
        {mark}
      </span>
      <span className={look.title}>{title}</span>
    </>
  )
}

// Spaces separate the pieces when a screen reader reads them as one line.
function Happened({ step: { title, at, text } }: { step: Step }) {
  return (
    <>
      <span className={look.happened}>{title}</span>{' '}
      {at && (
        <time className={look.small} dateTime={at.value}>
          {at.text}
        </time>
      )}{' '}
      {text && (
        <span className={look.small}>
          <Words words={text} />
        </span>
      )}
    </>
  )
}

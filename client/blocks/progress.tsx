import type { BlockProps } from '../render/block-props.ts'
import look from './progress.module.css'

export function ProgressBlock({ block: { id, label, percent } }: BlockProps<'progress'>) {
  const words = `${id}-label`
  return (
    <div className={look.progress}>
      <span id={words}>{label}</span>{' '}
      <span className={look.percent} aria-hidden="true">
        {percent} %
      </span>
      <progress className={look.bar} aria-labelledby={words} value={percent} max={100} />
    </div>
  )
}

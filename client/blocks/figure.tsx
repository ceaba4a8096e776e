import { Words } from '../parts/words.tsx'
import type { BlockProps } from '../render/block-props.ts'
import look from './figure.module.css'

export function FigureBlock({ block: { name, value, help, tone = 'neutral' } }: BlockProps<'figure'>) {
  return (
    <div className={look.figure}>
      <h2 className={look.heading}>
        <span className={look.name}>{name}</span> <span className={`${look.value} ${look[tone]}`}>{value}</span>
      </h2>
      {help && (
        <p className={look.help}>
          <Words words={help} />
        </p>
      )}
    </div>
  )
}

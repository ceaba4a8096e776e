import { useId } from 'react'
import { useRun } from '../actions/use-run.ts'
import type { BlockProps } from '../render/block-props.ts'
import { ActLink } from '../render/to.tsx'
import look from './action.module.css'
import { Icon } from './icon.tsx'
import { Spinner } from './spinner.tsx'

export function ActionBlock({ block }: BlockProps<'action'>) {
  const { style = 'secondary', wide, disabled } = block
  const className = `${look[style]} ${wide ? look.wide : ''}`
  if (disabled) return <DisabledAction block={block} className={className} reason={disabled.reason} />
  if (['navigate', 'leave', 'back'].includes(block.do.type)) {
    return <ActLink className={className} action={block.do} aria-label={block.label}><ActionWords block={block} /></ActLink>
  }
  return <RunningAction block={block} className={className} />
}

interface Drawn {
  block: BlockProps<'action'>['block']
  className: string
}

function RunningAction({ block, className }: Drawn) {
  const { run, running } = useRun()
  return (
    <button type="button" className={className} aria-label={block.label} aria-disabled={running} aria-busy={running} onClick={() => void run(block.do)}>
      {running ? <Spinner /> : block.icon && <Icon name={block.icon} />}
      <span>{block.text}</span>
    </button>
  )
}

/** Can be reached by keyboard, so that everybody learns the reason. */
function DisabledAction({ block, className, reason }: Drawn & { reason: string }) {
  const reasonId = useId()
  return (
    <div className={look.off}>
      <button type="button" className={className} aria-disabled="true" aria-describedby={reasonId} aria-label={block.label}>
        <ActionWords block={block} />
      </button>
      <p id={reasonId} className={look.reason}>{reason}</p>
    </div>
  )
}

function ActionWords({ block: { icon, text } }: Pick<Drawn, 'block'>) {
  return (
    <>
      {icon && <Icon name={icon} />}
      <span>{text}</span>
    </>
  )
}

import { useId } from 'react'
import type { BlockProps } from '../render/block-props.ts'
import look from '../parts/button.module.css'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'

export function ActionBlock({ block }: BlockProps<'action'>) {
  const { text, style, icon, wide, disabled, label, do: action } = block
  if (disabled) return <RefusedAction block={block} reason={disabled.reason} />
  return (
    <Button action={action} look={style} icon={icon} wide={wide} label={label}>
      {text}
    </Button>
  )
}

/** Can be reached by keyboard, so that everybody learns the reason. */
function RefusedAction({
  block: { text, style = 'secondary', icon, wide, label },
  reason,
}: BlockProps<'action'> & { reason: string }) {
  const reasonId = useId()
  return (
    <div className={look.off}>
      <button
        type="button"
        className={`${look[style]} ${look.refused} ${wide ? look.wide : ''}`}
        aria-disabled="true"
        aria-describedby={reasonId}
        aria-label={label}
      >
        {icon && <Icon name={icon} />}
        <span>{text}</span>
      </button>
      <p id={reasonId} className={look.reason}>
        {reason}
      </p>
    </div>
  )
}

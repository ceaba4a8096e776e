import { useId, type ReactNode } from 'react'
import type { IconName } from '../../schemas/base.ts'
import type { BlockOf } from '../../schemas/blocks.ts'
import look from './button.module.css'
import { Icon } from './icon.tsx'

interface RefusedButtonProps {
  reason: string
  look?: NonNullable<BlockOf<'action'>['style']>
  small?: boolean
  /** As wide as its place: always, or on narrow screens. */
  wide?: boolean | 'narrow'
  icon?: IconName
  label?: string
  children: ReactNode
}

/** Focusable although disabled, so that keyboard and screen reader users learn the reason. */
export function RefusedButton({
  reason,
  look: kind = 'secondary',
  small,
  wide,
  icon,
  label,
  children,
}: RefusedButtonProps) {
  const reasonId = useId()
  const className = [
    look[kind],
    look.refused,
    small && look.small,
    wide && (wide === 'narrow' ? look.wideNarrow : look.wide),
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <div className={look.off}>
      <button type="button" className={className} aria-disabled="true" aria-describedby={reasonId} aria-label={label}>
        {icon && <Icon name={icon} />}
        <span>{children}</span>
      </button>
      <p id={reasonId} className={look.reason}>
        {reason}
      </p>
    </div>
  )
}

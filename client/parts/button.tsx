import type { ReactNode } from 'react'
import type { Action } from '../../schemas/action.ts'
import type { IconName } from '../../schemas/base.ts'
import type { BlockOf } from '../../schemas/blocks.ts'
import { ActLink } from '../render/to.tsx'
import busy from './busy.module.css'
import look from './button.module.css'
import { Icon } from './icon.tsx'

type ButtonLook = NonNullable<BlockOf<'action'>['style']>

interface ButtonProps {
  action: Action
  look?: ButtonLook
  /** A link within a line of text instead of one on its own. */
  small?: boolean
  /** As wide as its place: always, or on narrow screens. */
  wide?: boolean | 'narrow'
  icon?: IconName
  /** The accessible name, if the text does not give one. */
  label?: string
  children: ReactNode
}

/** The button of all blocks; a link with the same look if it leads to an address. */
export function Button({ action, look: kind = 'secondary', small, wide, icon, label, children }: ButtonProps) {
  const className = [
    busy.button,
    look[kind],
    small && look.small,
    wide && (wide === 'narrow' ? look.wideNarrow : look.wide),
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <ActLink className={className} action={action} aria-label={label}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </ActLink>
  )
}

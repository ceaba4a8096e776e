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
  /** A link in a row of words rather than one that stands alone. */
  small?: boolean
  wide?: boolean
  icon?: IconName
  /** The name for assistive technology where the words do not give one. */
  label?: string
  children: ReactNode
}

/** The one button of all blocks; a link where it leads somewhere, with the same look. */
export function Button({ action, look: kind = 'secondary', small, wide, icon, label, children }: ButtonProps) {
  const className = [busy.button, look[kind], small && look.small, wide && look.wide].filter(Boolean).join(' ')
  return (
    <ActLink className={className} action={action} aria-label={label}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </ActLink>
  )
}

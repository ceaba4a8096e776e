import type { Tone } from '../../schemas/base.ts'
import type { BlockProps } from '../render/block-props.ts'
import { ActLink } from '../render/to.tsx'
import { Icon } from './icon.tsx'
import look from './notice.module.css'
import { Words } from './words.tsx'

const icons = { neutral: 'info', info: 'info', success: 'check', warning: 'warning', error: 'warning' } as const satisfies Record<Tone, string>

export function NoticeBlock({ block: { tone, title, text, actions = [], announce } }: BlockProps<'notice'>) {
  const role = announce ? (tone === 'error' ? 'alert' : 'status') : 'note'
  return (
    <div className={`${look.notice} ${look[tone]}`} role={role}>
      <span className={look.icon}><Icon name={icons[tone]} /></span>
      <div className={look.words}>
        {title && <p className={look.title}>{title}</p>}
        <p><Words words={text} /></p>
        {actions.length > 0 && (
          <p className={look.actions}>
            {actions.map(({ id, label, do: action }) => <ActLink key={id} className="plain-button" action={action}>{label}</ActLink>)}
          </p>
        )}
      </div>
    </div>
  )
}

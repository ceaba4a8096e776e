import { useId } from 'react'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { ActLink } from '../../render/to.tsx'
import busy from '../../parts/busy.module.css'
import look from './choice.module.css'
import { Icon } from '../../parts/icon.tsx'
import { Picture } from '../../parts/picture.tsx'

export type Option = BlockOf<'choice'>['groups'][number]['options'][number]

/** One option; the whole card is clickable. */
export function ChoiceOption({ option }: { option: Option }) {
  if (option.disabled) return <RefusedOption option={option} reason={option.disabled.reason} />
  return (
    <ActLink className={`${busy.card} ${look.option} ${look.on}`} action={option.do}>
      <OptionWords option={option} />
    </ActLink>
  )
}

/** Focusable although disabled, so that keyboard and screen reader users learn the reason. */
function RefusedOption({ option, reason }: { option: Option; reason: string }) {
  const reasonId = useId()
  return (
    <button type="button" className={`${look.option} ${look.off}`} aria-disabled="true" aria-describedby={reasonId}>
      <OptionWords option={option} />
      <span id={reasonId} className={look.reason}>
        {reason}
      </span>
    </button>
  )
}

// Spaces separate the pieces when a screen reader reads them as one name.
function OptionWords({ option: { title, text, lines = [], picture, icon, mark } }: { option: Option }) {
  return (
    <>
      {picture && <Picture picture={picture} />}
      {!picture && icon && (
        <span className={look.icon}>
          <Icon name={icon} />
        </span>
      )}
      <span className={look.words}>
        <span className={look.title}>{title}</span> {text && <span>{text}</span>}{' '}
        {lines.map((line) => (
          <span key={line} className={look.line}>
            {line}{' '}
          </span>
        ))}
        {mark && <span className={`${look.mark} ${look[mark.tone]}`}>{mark.text}</span>}
      </span>
    </>
  )
}

import { useId } from 'react'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { ActLink } from '../../render/to.tsx'
import busy from '../../parts/busy.module.css'
import look from './choice.module.css'
import { Icon } from '../../parts/icon.tsx'
import { RowActions } from '../../parts/row-actions.tsx'
import { Picture } from '../../parts/picture.tsx'

export type Option = BlockOf<'choice'>['groups'][number]['options'][number]

/** What options that are radio buttons need of their question. */
export interface Radios {
  name: string
  /** The id of the option that was just picked, while its action runs. */
  picked: string | undefined
  pick: (option: Option) => void
}

/** One option; the whole card is clickable. */
export function ChoiceOption({ option, radios }: { option: Option; radios: Radios }) {
  if (option.disabled) return <RefusedOption option={option} reason={option.disabled.reason} />
  if (option.chosen !== undefined) return <RadioOption option={option} radios={radios} />
  return (
    <ActLink className={`${busy.card} ${look.option} ${look.on}`} action={option.do}>
      <OptionWords option={option} />
    </ActLink>
  )
}

function RadioOption({ option, radios: { name, picked, pick } }: { option: Option; radios: Radios }) {
  const isChosen = picked === undefined ? option.chosen === true : picked === option.id
  return (
    <div className={`${look.radio} ${isChosen ? look.chosen : ''}`}>
      <label>
        <input type="radio" name={name} checked={isChosen} onChange={() => pick(option)} />
        <OptionWords option={option} />
      </label>
      {option.actions && (
        <div className={look.actions}>
          <RowActions actions={option.actions} />
        </div>
      )}
    </div>
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

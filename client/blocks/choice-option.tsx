import type { BlockOf } from '../../schemas/blocks.ts'
import { ActLink } from '../render/to.tsx'
import look from './choice.module.css'
import { Icon } from './icon.tsx'
import { Picture } from './picture.tsx'

type Option = BlockOf<'choice'>['groups'][number]['options'][number]

/** One answer; the whole card acts. */
export function ChoiceOption({ option }: { option: Option }) {
  if (option.disabled) return <div className={`${look.option} ${look.off}`} aria-disabled="true"><OptionWords option={option} /></div>
  return <ActLink className={`${look.option} ${look.on}`} action={option.do}><OptionWords option={option} /></ActLink>
}

function OptionWords({ option: { title, text, lines = [], picture, icon, mark, disabled } }: { option: Option }) {
  return (
    <>
      {picture && <Picture picture={picture} />}
      {!picture && icon && <span className={look.icon}><Icon name={icon} /></span>}
      <span className={look.words}>
        <span className={look.title}>{title}</span>
        {text && <span>{text}</span>}
        {lines.map((line) => <span key={line} className={look.line}>{line}</span>)}
        {mark && <span className={`${look.mark} ${look[mark.tone]}`}>{mark.text}</span>}
        {disabled && <span className={look.line}>{disabled.reason}</span>}
      </span>
    </>
  )
}

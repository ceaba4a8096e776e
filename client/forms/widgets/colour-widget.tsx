import { useWords } from '../../model/use-words.ts'
import type { ControlProps } from '../control-props.ts'
import { inputProps, textOf } from './input-props.ts'

/** The hexadecimal value of the color, and the browser's color picker. */
export function ColourWidget(props: ControlProps) {
  const word = useWords()
  const text = textOf(props.value)
  const pick = (value: string) => props.onChange(value || undefined)
  const colour = /^#[0-9a-f]{6}$/i.test(text) ? text : '#000000'
  return (
    <div className="colour-line">
      <input
        type="color"
        aria-label={`${word('pickColor')}: ${props.field.label}`}
        disabled={props.disabled}
        value={colour}
        onChange={({ target }) => pick(target.value)}
      />
      <input
        type="text"
        className="text-control"
        {...inputProps(props)}
        spellCheck={false}
        value={text}
        onChange={({ target }) => pick(target.value)}
      />
    </div>
  )
}

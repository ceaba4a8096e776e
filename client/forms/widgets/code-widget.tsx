import type { ControlProps } from '../control-props.ts'
import { typedText } from '../typed-text.ts'
import { inputProps, textOf } from './input-props.ts'

/** One field for a code. Blanks and dashes that are typed or pasted are removed; other characters as the field says. */
export function CodeWidget(props: ControlProps) {
  const { field, maxLength, onChange } = props
  const read = (text: string) =>
    field.digits ? typedText(text, { field, maxLength }) : text.replaceAll(/[\s\p{Pd}]/gu, '')
  return (
    <input
      type="text"
      {...inputProps(props)}
      className="text-control code-input"
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      // Width of each character, the gap after it (form.css), and the padding.
      style={maxLength === undefined ? undefined : { maxWidth: `calc(${maxLength} * (1ch + 0.25em) + 32px)` }}
      value={textOf(props.value)}
      onChange={({ target }) => onChange(read(target.value) || undefined)}
    />
  )
}

import { Input } from 'antd'
import type { ControlProps } from '../control-props.ts'
import { inputProps, textOf } from './input-props.ts'

/** One field for a code. Blanks and dashes that are typed or pasted are removed; other characters as the field says. */
export function CodeWidget(props: ControlProps) {
  const { field, maxLength, onChange } = props
  return (
    <Input
      {...inputProps(props)}
      className="code-input"
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      // Width of each character, the gap after it (form.css), and the padding.
      style={maxLength === undefined ? undefined : { maxWidth: `calc(${maxLength} * (1ch + 0.25em) + 32px)` }}
      value={textOf(props.value)}
      onChange={({ target }) =>
        onChange(codeIn(target.value, { isDigits: field.digits ?? false, maxLength }) || undefined)
      }
    />
  )
}

function codeIn(text: string, { isDigits, maxLength }: { isDigits: boolean; maxLength: number | undefined }): string {
  return isDigits ? text.replaceAll(/\D/g, '').slice(0, maxLength) : text.replaceAll(/[\s\p{Pd}]/gu, '')
}

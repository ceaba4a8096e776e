import { Input } from 'antd'
import type { ControlProps } from '../control-props.ts'
import { inputProps, textOf } from './input-props.ts'

/** One field for a code. The blanks and dashes that people write or paste into it are not part of it. */
export function CodeWidget(props: ControlProps) {
  const { maxLength, onChange } = props
  return (
    <Input
      {...inputProps(props)}
      className="code-input"
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      // Each character, the gap after it (form.css), and the padding.
      style={maxLength === undefined ? undefined : { maxWidth: `calc(${maxLength} * (1ch + 0.25em) + 32px)` }}
      value={textOf(props.value)}
      onChange={({ target }) => onChange(target.value.replaceAll(/[\s\p{Pd}]/gu, '') || undefined)}
    />
  )
}

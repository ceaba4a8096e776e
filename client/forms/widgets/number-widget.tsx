import type { ControlProps } from '../control-props.ts'
import { inputProps, textOf } from './input-props.ts'

/** Text that is not a number is kept as typed, so that the checks can report it. */
export function NumberWidget(props: ControlProps) {
  const settle = (text: string) => /^-?\d+(\.\d+)?$/.test(text) && props.onChange(Number(text))
  return (
    <input
      type="text"
      {...inputProps(props)}
      className="text-control number-input"
      inputMode="decimal"
      value={textOf(props.value)}
      onChange={({ target }) => props.onChange(numberOf(target.value))}
      onBlur={({ target }) => settle(target.value)}
    />
  )
}

function numberOf(text: string): number | string | undefined {
  if (text.trim() === '') return undefined
  // "1." and "1.50" must stay unchanged while being typed.
  return /^-?(0|[1-9]\d*)(\.\d*[1-9])?$/.test(text) ? Number(text) : text
}

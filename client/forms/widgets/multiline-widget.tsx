import type { ControlProps } from '../control-props.ts'
import { inputProps, textOf } from './input-props.ts'

/** The style sheet makes it grow. */
export function MultilineWidget(props: ControlProps) {
  return (
    <textarea
      {...inputProps(props)}
      className="text-control multiline"
      rows={4}
      value={textOf(props.value)}
      onChange={({ target }) => props.onChange(target.value || undefined)}
    />
  )
}

import { Input } from 'antd'
import type { ControlProps } from '../control-props.ts'
import { inputProps, textOf } from './input-props.ts'

/** The style sheet makes it grow: antd would measure with inline styles, which the page's policy forbids. */
export function MultilineWidget(props: ControlProps) {
  return (
    <Input.TextArea
      {...inputProps(props)}
      className="multiline"
      rows={4}
      value={textOf(props.value)}
      onChange={({ target }) => props.onChange(target.value || undefined)}
    />
  )
}

import { Input, type InputProps } from 'antd'
import type { ControlProps } from '../control-props.ts'
import { inputProps, textOf } from './input-props.ts'

export const TextWidget = (props: ControlProps) => <TextInput {...props} />
export const EmailWidget = (props: ControlProps) => (
  <TextInput {...props} more={{ type: 'email', inputMode: 'email', spellCheck: false }} />
)
export const PhoneWidget = (props: ControlProps) => <TextInput {...props} more={{ type: 'tel', inputMode: 'tel' }} />

function TextInput({ more, ...props }: ControlProps & { more?: InputProps }) {
  return (
    <Input
      {...inputProps(props)}
      {...more}
      value={textOf(props.value)}
      onChange={({ target }) => props.onChange(target.value || undefined)}
    />
  )
}

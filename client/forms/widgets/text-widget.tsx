import type { ComponentProps } from 'react'
import type { ControlProps } from '../control-props.ts'
import { typedText } from '../typed-text.ts'
import { inputProps, textOf } from './input-props.ts'

export const TextWidget = (props: ControlProps) => (
  <TextInput {...props} more={props.field.digits ? { inputMode: 'numeric' } : {}} />
)
export const EmailWidget = (props: ControlProps) => (
  <TextInput {...props} widget="email" more={{ type: 'email', inputMode: 'email', spellCheck: false }} />
)
export const PhoneWidget = (props: ControlProps) => (
  <TextInput {...props} widget="phone" more={{ type: 'tel', inputMode: 'tel' }} />
)

interface TextInputProps extends ControlProps {
  widget?: 'phone' | 'email'
  more: ComponentProps<'input'>
}

function TextInput({ more, widget, ...props }: TextInputProps) {
  return (
    <input
      type="text"
      className="text-control"
      {...inputProps(props)}
      {...more}
      value={textOf(props.value)}
      onChange={({ target }) => props.onChange(typedText(target.value, { ...props, widget }) || undefined)}
    />
  )
}

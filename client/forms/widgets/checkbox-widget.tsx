import { Checkbox } from 'antd'
import type { ControlProps } from '../control-props.ts'
import { LabelText } from '../label-text.tsx'

export function CheckboxWidget(props: ControlProps) {
  const { id, value, disabled, onChange, field } = props
  const aria = { 'aria-describedby': props['aria-describedby'], 'aria-invalid': props['aria-invalid'] }
  return (
    <Checkbox
      id={id}
      name={field.name}
      checked={value === true}
      disabled={disabled}
      onChange={({ target }) => onChange(target.checked)}
      {...aria}
    >
      <LabelText control={props} />
    </Checkbox>
  )
}

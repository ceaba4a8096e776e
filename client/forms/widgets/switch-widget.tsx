import { Switch } from 'antd'
import type { ControlProps } from '../control-props.ts'
import { LabelText } from '../label-text.tsx'

export function SwitchWidget(props: ControlProps) {
  const { id, value, disabled, onChange } = props
  return (
    <div className="switch-line">
      <Switch
        id={id}
        checked={value === true}
        disabled={disabled}
        onChange={onChange}
        aria-describedby={props['aria-describedby']}
      />
      <label htmlFor={id}>
        <LabelText control={props} />
      </label>
    </div>
  )
}

import type { ControlProps } from '../control-props.ts'
import { LabelText } from '../label-text.tsx'

export function SwitchWidget(props: ControlProps) {
  const { id, value, disabled, onChange } = props
  return (
    <div className="switch-line">
      <input
        type="checkbox"
        role="switch"
        className="switch"
        id={id}
        checked={value === true}
        aria-checked={value === true}
        disabled={disabled}
        onChange={({ target }) => onChange(target.checked)}
        aria-describedby={props['aria-describedby']}
      />
      <label htmlFor={id}>
        <LabelText control={props} />
      </label>
    </div>
  )
}

import type { ControlProps } from '../control-props.ts'
import { LabelText } from '../label-text.tsx'

export function CheckboxWidget(props: ControlProps) {
  const { id, value, disabled, onChange, field } = props
  return (
    <label className="option">
      <input
        type="checkbox"
        id={id}
        name={field.name}
        checked={value === true}
        disabled={disabled}
        onChange={({ target }) => onChange(target.checked)}
        aria-describedby={props['aria-describedby']}
        aria-invalid={props['aria-invalid']}
        aria-required={props['aria-required'] || undefined}
      />
      <span>
        <LabelText control={props} />
      </span>
    </label>
  )
}

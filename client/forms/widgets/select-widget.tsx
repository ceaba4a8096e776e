import type { ControlProps } from '../control-props.ts'

/** A native select: phones and screen readers support it best. */
export function SelectWidget(props: ControlProps) {
  const { id, field, value, choices, disabled, onChange } = props
  const at = choices.findIndex((choice) => choice.value === value)
  const aria = {
    'aria-describedby': props['aria-describedby'],
    'aria-invalid': props['aria-invalid'],
    'aria-required': props['aria-required'],
  }
  return (
    <select
      className="native-control"
      id={id}
      name={field.name}
      autoComplete={field.autocomplete}
      disabled={disabled}
      value={at}
      onChange={({ target }) => onChange(choices[Number(target.value)]?.value)}
      {...aria}
    >
      <option value={-1}>{field.placeholder ?? ''}</option>
      {choices.map((choice, index) => (
        <option key={String(choice.value)} value={index}>
          {choice.label}
        </option>
      ))}
    </select>
  )
}

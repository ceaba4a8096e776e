import { Checkbox } from 'antd'
import type { ControlProps } from '../control-props.ts'

export function CheckboxesWidget({ id, field, value, choices, disabled, onChange }: ControlProps) {
  const chosen: unknown[] = Array.isArray(value) ? value : []
  // Keeps the order of the choices, not of the clicks.
  const toggle = (each: unknown) =>
    onChange(choices.map((choice) => choice.value).filter((other) => chosen.includes(other) !== (other === each)))
  return (
    <div className="options">
      {choices.map((choice, at) => (
        <Checkbox
          key={String(choice.value)}
          id={at === 0 ? id : undefined}
          name={field.name}
          disabled={disabled}
          checked={chosen.includes(choice.value)}
          onChange={() => toggle(choice.value)}
        >
          {choice.label}
        </Checkbox>
      ))}
    </div>
  )
}

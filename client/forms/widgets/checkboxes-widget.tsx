import type { ControlProps } from '../control-props.ts'

export function CheckboxesWidget({ id, field, value, choices, disabled, onChange }: ControlProps) {
  const chosen: unknown[] = Array.isArray(value) ? value : []
  // Keeps the order of the choices, not of the clicks.
  const toggle = (each: unknown) =>
    onChange(choices.map((choice) => choice.value).filter((other) => chosen.includes(other) !== (other === each)))
  return (
    <div className="options">
      {choices.map((choice, at) => (
        <label key={String(choice.value)} className="option">
          <input
            type="checkbox"
            id={at === 0 ? id : undefined}
            name={field.name}
            disabled={disabled}
            checked={chosen.includes(choice.value)}
            onChange={() => toggle(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </div>
  )
}

import type { ControlProps } from '../control-props.ts'

export function RadioWidget({ id, value, choices, disabled, onChange }: ControlProps) {
  return (
    <div className="options">
      {choices.map((choice, at) => (
        <label key={String(choice.value)} className="option">
          <input
            type="radio"
            id={at === 0 ? id : undefined}
            name={id}
            disabled={disabled}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </div>
  )
}

import { Radio } from 'antd'
import type { ControlProps } from '../control-props.ts'

export function RadioWidget({ id, value, choices, disabled, onChange }: ControlProps) {
  return (
    <div className="options">
      {choices.map((choice, at) => (
        <Radio
          key={String(choice.value)}
          id={at === 0 ? id : undefined}
          name={id}
          disabled={disabled}
          checked={choice.value === value}
          onChange={() => onChange(choice.value)}
        >
          {choice.label}
        </Radio>
      ))}
    </div>
  )
}

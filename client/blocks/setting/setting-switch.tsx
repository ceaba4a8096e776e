import type { MouseEvent } from 'react'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { useRun } from '../../actions/use-run.ts'
import look from './setting.module.css'

interface SettingSwitchProps {
  value: NonNullable<BlockOf<'setting'>['switches']>[number]
  isOnly: boolean
}

/** Shows what the server knows, and changes only when the server has changed it. */
export function SettingSwitch({ value: { label, on, text, do: action }, isOnly }: SettingSwitchProps) {
  const { run, running } = useRun()
  const press = ({ detail }: MouseEvent) => {
    // The second half of a double click: it would undo the first.
    if (detail <= 1) void run(action)
  }
  return (
    <button
      type="button"
      role="switch"
      className={look.switch}
      aria-checked={on}
      aria-busy={running || undefined}
      aria-label={label}
      onClick={press}
    >
      {!isOnly && (
        <span className={look.name} aria-hidden="true">
          {label}
        </span>
      )}
      <span className={look.value} aria-hidden="true">
        {text}
      </span>
      <span className={look.track} aria-hidden="true">
        <span className={look.knob} />
      </span>
    </button>
  )
}

import DatePicker from 'antd/es/date-picker'
import dayjs, { type Dayjs } from 'dayjs'
import { useId, useState, type FormEvent, type ReactNode } from 'react'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { useRun } from '../../actions/use-run.ts'
import { Antd } from '../../parts/antd.tsx'
import look from './days.module.css'
import { typedDay } from '../../base/typed-day.ts'
import { useBelow } from '../../base/use-below.ts'

type Picker = BlockOf<'days'>['picker']

const shown = 'MM/DD/YYYY'
const landscapeFrom = 769

/** A day can be typed or picked. Invalid text is ignored; a day that is too early shows a message. */
export function DayPicker({ picker: { label, value, min, max, tooEarly, do: action } }: { picker: Picker }) {
  const id = useId()
  const { run } = useRun()
  const portrait = useBelow(landscapeFrom)
  const [refused, setRefused] = useState(false)
  const choose = (day: Dayjs | null) => {
    setRefused(false)
    if (day?.isValid()) void run(action, day.format('YYYY-MM-DD'))
  }
  // Checked while typing, because the field restores the previous day on blur.
  const check = ({ target }: FormEvent) => {
    const day = target instanceof HTMLInputElement ? typedDay(target.value) : undefined
    setRefused(day !== undefined && day < min)
  }
  return (
    <div className={look.picker} onInput={check}>
      <label className={look.label} htmlFor={id}>
        {label}
      </label>
      <Antd>
        <DatePicker
          id={id}
          className={look.field}
          format={[shown, 'M/D/YYYY']}
          value={dayjs(value)}
          minDate={dayjs(min)}
          maxDate={max ? dayjs(max) : undefined}
          allowClear={false}
          status={refused ? 'error' : undefined}
          aria-describedby={refused ? `${id}-refused` : undefined}
          panelRender={(panel) => (portrait ? panel : <Landscape day={value} panel={panel} />)}
          onChange={choose}
        />
      </Antd>
      {refused && (
        <p id={`${id}-refused`} className={look.refused} role="alert">
          {tooEarly}
        </p>
      )}
    </div>
  )
}

/** Shows the chosen day beside its month instead of above it. */
function Landscape({ day, panel }: { day: string; panel: ReactNode }) {
  return (
    <div className={look.landscape}>
      <p className={look.aside} aria-hidden="true">
        <span>{dayjs(day).format('YYYY')}</span>
        <strong>{dayjs(day).format('ddd, MMM D')}</strong>
      </p>
      {panel}
    </div>
  )
}

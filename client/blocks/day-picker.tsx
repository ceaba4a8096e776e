import DatePicker from 'antd/es/date-picker'
import dayjs, { type Dayjs } from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import { useId, useState, type KeyboardEvent } from 'react'
import { useRun } from '../actions/use-run.ts'
import type { BlockOf } from '../../schemas/blocks.ts'
import look from './days.module.css'

dayjs.extend(customParseFormat)

type Picker = BlockOf<'days'>['picker']

const shown = 'MM/DD/YYYY'
const sent = 'YYYY-MM-DD'

/** A day can be typed as well as picked. Nonsense is ignored; a day too early is refused in words. */
export function DayPicker({ picker: { label, value, min, max, tooEarly, do: action } }: { picker: Picker }) {
  const id = useId()
  const { run } = useRun()
  const [refused, setRefused] = useState(false)
  const choose = (day: Dayjs | null) => {
    setRefused(false)
    if (day?.isValid()) void run(action, day.format(sent))
  }
  const type = (event: KeyboardEvent<HTMLElement>) => {
    const typed = dayjs((event.target as HTMLInputElement).value, shown, true) // the picker's own field
    setRefused(typed.isValid() && typed.isBefore(dayjs(min, sent)))
  }
  return (
    <div className={look.picker}>
      <label htmlFor={id}>{label}</label>
      <DatePicker
        id={id}
        className={look.field}
        format={shown}
        value={dayjs(value, sent)}
        minDate={dayjs(min, sent)}
        maxDate={max ? dayjs(max, sent) : undefined}
        allowClear={false}
        inputReadOnly={false}
        status={refused ? 'error' : undefined}
        aria-describedby={refused ? `${id}-refused` : undefined}
        onKeyUp={type}
        onChange={choose}
      />
      {refused && <p id={`${id}-refused`} className={look.refused} role="alert">{tooEarly}</p>}
    </div>
  )
}

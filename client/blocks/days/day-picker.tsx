import DatePicker from 'antd/es/date-picker'
import dayjs, { type Dayjs } from 'dayjs'
import { useEffect, useId, useRef, type ComponentRef, type ReactNode } from 'react'
import { useBelow } from '../../base/use-below.ts'
import { Antd } from '../../parts/antd.tsx'
import look from './days.module.css'
import { RefusedDay } from './refused-day.tsx'
import { useDay, type Picker } from './use-day.ts'

const shown = 'MM/DD/YYYY'
const landscapeFrom = 769

interface DayPickerProps {
  picker: Picker
  /** Whether the field that it takes the place of had the focus. */
  focused: boolean
  open: boolean
}

/** A day can be typed or picked in a calendar. */
export function DayPicker({ picker, focused, open }: DayPickerProps) {
  const { label, value, min, max, tooEarly } = picker
  const id = useId()
  const portrait = useBelow(landscapeFrom)
  const { refused, check, choose } = useDay(picker)
  const field = useRef<ComponentRef<typeof DatePicker>>(null)
  useEffect(() => {
    if (focused) field.current?.focus()
  }, [focused])
  return (
    <div className={look.picker} onInput={check}>
      <label className={look.label} htmlFor={id}>
        {label}
      </label>
      <Antd>
        <DatePicker
          ref={field}
          id={id}
          className={look.field}
          format={[shown, 'M/D/YYYY']}
          value={dayjs(value)}
          minDate={dayjs(min)}
          maxDate={max ? dayjs(max) : undefined}
          allowClear={false}
          defaultOpen={open}
          status={refused ? 'error' : undefined}
          aria-describedby={refused ? `${id}-refused` : undefined}
          panelRender={(panel) => (portrait ? panel : <Landscape day={value} panel={panel} />)}
          onChange={(day: Dayjs | null) => choose(day?.isValid() ? day.format('YYYY-MM-DD') : undefined)}
        />
      </Antd>
      {refused && <RefusedDay id={`${id}-refused`} text={tooEarly} />}
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

import { useId, useState } from 'react'
import CalendarOutlined from '@ant-design/icons/es/icons/CalendarOutlined'
import { shownDay, typedDay } from '../../base/typed-day.ts'
import look from './days.module.css'
import type { DayPicker } from './day-picker.tsx'
import { RefusedDay } from './refused-day.tsx'
import { useDay, type Picker } from './use-day.ts'

/**
 * A day can be typed at once. Most people press a day of the strip instead, so the code of the calendar is requested
 * when somebody points at the field. The calendar takes the place of the field, unless typing has begun.
 */
export function DayField({ picker }: { picker: Picker }) {
  const id = useId()
  const [Calendar, setCalendar] = useState<typeof DayPicker>()
  const [focused, setFocused] = useState(false)
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState<string>()
  const { refused, check, choose } = useDay(picker)
  const load = () => {
    // If it does not come, a day can still be typed.
    import('./day-picker.tsx').then(
      (file) => setCalendar(() => file.DayPicker),
      () => undefined,
    )
  }
  const submit = () => {
    if (typed !== undefined) choose(typedDay(typed))
    setTyped(undefined)
  }
  if (Calendar && typed === undefined) return <Calendar picker={picker} focused={focused} open={open} />
  return (
    <div className={look.picker} onInput={check} onPointerEnter={load}>
      <label className={look.label} htmlFor={id}>
        {picker.label}
      </label>
      <span className={look.line}>
        <input
          type="text"
          id={id}
          className={look.typed}
          autoComplete="off"
          placeholder="MM/DD/YYYY"
          value={typed ?? shownDay(picker.value)}
          aria-invalid={refused || undefined}
          aria-describedby={refused ? `${id}-refused` : undefined}
          onFocus={() => {
            setFocused(true)
            load()
          }}
          onPointerDown={() => setOpen(true)}
          onChange={({ target }) => {
            setTyped(target.value)
            setOpen(false)
          }}
          onKeyDown={({ key }) => key === 'Enter' && submit()}
          onBlur={() => {
            setFocused(false)
            submit()
          }}
        />
        <CalendarOutlined className={look.mark} aria-hidden="true" />
      </span>
      {refused && <RefusedDay id={`${id}-refused`} text={picker.tooEarly} />}
    </div>
  )
}

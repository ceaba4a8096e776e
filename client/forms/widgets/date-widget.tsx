import CalendarOutlined from '@ant-design/icons/es/icons/CalendarOutlined'
import { useRef, useState } from 'react'
import { shownDay, typedDay } from '../../base/typed-day.ts'
import { useWords } from '../../model/use-words.ts'
import type { ControlProps } from '../control-props.ts'
import { inputProps, textOf } from './input-props.ts'

const canOpenCalendar = typeof HTMLInputElement !== 'undefined' && 'showPicker' in HTMLInputElement.prototype

/**
 * A day can be typed, or picked in the browser's own calendar. What is typed stays as it is until the field is left; text
 * that is no day stays, and is passed on for the checks to refuse.
 */
export function DateWidget(props: ControlProps) {
  const word = useWords()
  const { field, disabled, onChange } = props
  const [typed, setTyped] = useState<string>()
  const calendar = useRef<HTMLInputElement>(null)
  const value = textOf(props.value)
  const day = typedDay(value) ?? ''
  const isOwn = typed !== undefined && meaningOf(typed) === value
  const type = (text: string) => {
    // A whole date that a browser fills in is shown like any other: the field is perhaps never left.
    setTyped(text === typedDay(text) ? undefined : text)
    onChange(meaningOf(text) || undefined)
  }
  return (
    <div className="date-line">
      <input
        type="text"
        className="text-control"
        {...inputProps(props)}
        placeholder={field.placeholder ?? (field.help === undefined ? 'MM/DD/YYYY' : undefined)}
        value={isOwn ? typed : shownDay(value)}
        onChange={({ target }) => type(target.value)}
        onBlur={() => setTyped(undefined)}
      />
      {canOpenCalendar && (
        <>
          <button
            type="button"
            className="in-control"
            aria-label={`${word('pickDay')}: ${field.label}`}
            disabled={disabled}
            onClick={() => calendar.current?.showPicker()}
          >
            <CalendarOutlined aria-hidden="true" />
          </button>
          <input
            ref={calendar}
            type="date"
            className="calendar"
            tabIndex={-1}
            aria-hidden="true"
            disabled={disabled}
            min={field.earliest}
            max={field.latest}
            value={day}
            onChange={({ target }) => onChange(target.value || undefined)}
          />
        </>
      )}
    </div>
  )
}

function meaningOf(text: string): string {
  return typedDay(text) ?? text.trim()
}

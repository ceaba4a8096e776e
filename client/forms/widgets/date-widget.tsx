import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import { useState } from 'react'
import type { ControlProps } from '../control-props.ts'
import { inputProps, textOf } from './input-props.ts'

dayjs.extend(customParseFormat)

const shown = 'MM/DD/YYYY'
const sent = 'YYYY-MM-DD'
const typed = [shown, 'M/D/YYYY', 'MMDDYYYY']

/** A day can be typed as well as picked. */
export function DateWidget(props: ControlProps) {
  const [isOpen, setOpen] = useState(false)
  const day = dayjs(textOf(props.value), sent, true)
  return (
    <DatePicker
      {...inputProps(props)}
      className="date-input"
      format={typed}
      placeholder={props.field.placeholder ?? shown}
      preserveInvalidOnBlur
      onOpenChange={setOpen}
      minDate={dayIn(props.field.earliest)}
      maxDate={dayIn(props.field.latest)}
      onBlur={({ target }) => {
        const text = target instanceof HTMLInputElement ? target.value.trim() : ''
        if (text) props.onChange(sayable(text))
      }}
      // The first Enter takes the day that was typed; it does not send the form.
      onKeyDown={(event) => isOpen && event.key === 'Enter' && event.preventDefault()}
      value={day.isValid() ? day : null}
      onChange={(chosen) => props.onChange(chosen?.isValid() ? chosen.format(sent) : undefined)}
    />
  )
}

function dayIn(text: string | undefined) {
  return text === undefined ? undefined : dayjs(text, sent)
}

/** What was typed and is no day, or one that cannot be picked, goes on too, so that the form can say what is wrong. */
function sayable(text: string): string {
  const day = dayjs(text, typed, true)
  return day.isValid() ? day.format(sent) : text
}

import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import { useState } from 'react'
import type { ControlProps } from '../control-props.ts'
import { inputProps, textOf } from './input-props.ts'

dayjs.extend(customParseFormat)

const shown = 'MM/DD/YYYY'
const sent = 'YYYY-MM-DD'

/** A day can be typed as well as picked. */
export function DateWidget(props: ControlProps) {
  const [isOpen, setOpen] = useState(false)
  const day = dayjs(textOf(props.value), sent, true)
  return (
    <DatePicker
      {...inputProps(props)}
      className="date-input"
      format={[shown, 'M/D/YYYY', 'MMDDYYYY']}
      placeholder={props.field.placeholder ?? shown}
      preserveInvalidOnBlur
      onOpenChange={setOpen}
      // The first Enter takes the day that was typed; it does not send the form.
      onKeyDown={(event) => isOpen && event.key === 'Enter' && event.preventDefault()}
      value={day.isValid() ? day : null}
      onChange={(chosen) => props.onChange(chosen?.isValid() ? chosen.format(sent) : undefined)}
    />
  )
}

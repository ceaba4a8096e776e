import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import { useRef, useState, type SyntheticEvent } from 'react'
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
  // Tab makes the picker put its former day back before the focus leaves, so what was typed is kept here.
  const text = useRef<string>(undefined)
  const note = ({ target }: SyntheticEvent) => {
    if (target instanceof HTMLInputElement) text.current = target.value.trim()
  }
  const take = () => {
    if (text.current !== undefined) props.onChange(sayable(text.current))
    text.current = undefined
  }
  const choose = (chosen: Dayjs | null) => {
    text.current = undefined
    props.onChange(chosen?.isValid() ? chosen.format(sent) : undefined)
  }
  return (
    <div onInputCapture={note} onBlurCapture={take}>
      <DatePicker
        {...inputProps(props)}
        className="date-input"
        format={typed}
        placeholder={props.field.placeholder ?? (props.field.help === undefined ? shown : '')}
        preserveInvalidOnBlur
        onOpenChange={setOpen}
        minDate={dayIn(props.field.earliest)}
        maxDate={dayIn(props.field.latest)}
        // The first Enter takes the day that was typed; it does not send the form.
        onKeyDown={(event) => isOpen && event.key === 'Enter' && event.preventDefault()}
        value={day.isValid() ? day : null}
        onChange={choose}
      />
    </div>
  )
}

function dayIn(text: string | undefined) {
  return text === undefined ? undefined : dayjs(text, sent)
}

/** What was typed and is no day, or one that cannot be picked, goes on too, so that the form can say what is wrong. */
function sayable(text: string): string | undefined {
  if (text === '') return undefined
  const day = dayjs(text, typed, true)
  return day.isValid() ? day.format(sent) : text
}

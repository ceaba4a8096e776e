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

/** A day can be typed or picked. */
export function DateWidget(props: ControlProps) {
  const [isOpen, setOpen] = useState(false)
  const day = dayjs(textOf(props.value), sent, true)
  // On Tab the picker restores its previous day before the blur event, so the typed text is kept here.
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
        // The first Enter accepts the typed day; it does not submit the form.
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

/** Invalid text, or a day that cannot be picked, is passed on, so that the form can show an error. */
function sayable(text: string): string | undefined {
  if (text === '') return undefined
  const day = dayjs(text, typed, true)
  return day.isValid() ? day.format(sent) : text
}

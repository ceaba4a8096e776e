import { useWords } from '../model/use-words.ts'
import type { ControlProps } from './control-props.ts'

export function LabelText({ control }: { control: ControlProps }) {
  const word = useWords()
  return (
    <>
      {control.field.label}
      {control['aria-required'] && ' '}
      {control['aria-required'] && <span className="field-required">({word('required')})</span>}
    </>
  )
}

import { useWords } from '../model/use-words.ts'
import type { ControlProps } from './control-props.ts'

export function LabelText({ control }: { control: ControlProps }) {
  const word = useWords()
  return (
    <>
      {control.field.label}
      {control.isOptional && ' '}
      {control.isOptional && <span className="field-optional">({word('optional')})</span>}
    </>
  )
}

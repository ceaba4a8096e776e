import type { BlockOf } from '../../schemas/blocks.ts'
import type { Field } from '../../schemas/blocks/form.ts'
import { useWords } from '../model/use-words.ts'
import look from './form-coming.module.css'

/** Stands for a form while its code is loading: its labels and help, and the height of its fields and buttons. */
export function FormComing({ block: { fields, secondary = [] } }: { block: BlockOf<'form'> }) {
  const word = useWords()
  return (
    <output className={look.form}>
      <span className="visually-hidden">{word('loading')}</span>
      {fields.map((field) => (
        <FieldComing key={field.name} field={field} />
      ))}
      <span aria-hidden="true" className={`${look.gray} ${look.button}`} />
      {secondary.map(({ id }) => (
        <span key={id} aria-hidden="true" className={`${look.gray} ${look.line}`} />
      ))}
    </output>
  )
}

function FieldComing({ field: { widget, label, hideLabel, help } }: { field: Field }) {
  if (widget === 'checkbox') return <span aria-hidden="true" className={`${look.gray} ${look.line}`} />
  return (
    <span aria-hidden="true" className={look.field}>
      {!hideLabel && <span className={look.label}>{label}</span>}
      {help !== undefined && <span className={look.help}>{help}</span>}
      <span className={`${look.gray} ${look.control}`} />
    </span>
  )
}

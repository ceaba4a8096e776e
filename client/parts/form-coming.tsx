import type { BlockOf } from '../../schemas/blocks.ts'
import type { Field } from '../../schemas/blocks/form.ts'
import { useWords } from '../model/use-words.ts'
import look from './form-coming.module.css'

/** Stands for a form while its code is loading, with the height of its fields and buttons. */
export function FormComing({ block: { fields, secondary = [] } }: { block: BlockOf<'form'> }) {
  const word = useWords()
  return (
    <output className={look.form}>
      <span className="visually-hidden">{word('loading')}</span>
      {fields.map((field) => (
        <span key={field.name} aria-hidden="true" className={shapeOf(field)} />
      ))}
      <span aria-hidden="true" className={look.button} />
      {secondary.map(({ id }) => (
        <span key={id} aria-hidden="true" className={look.line} />
      ))}
    </output>
  )
}

function shapeOf({ widget, help }: Field): string | undefined {
  if (widget === 'checkbox') return look.line
  return help === undefined ? look.field : `${look.field} ${look.help}`
}

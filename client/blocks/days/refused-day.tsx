import look from './days.module.css'

export function RefusedDay({ id, text }: { id: string; text: string }) {
  return (
    <p id={id} className={look.refused} role="alert">
      {text}
    </p>
  )
}

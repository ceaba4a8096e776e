import look from './spinner.module.css'

/** Turns while an action runs; the text beside it names the action. */
export function Spinner() {
  return <span className={look.spinner} aria-hidden="true" />
}

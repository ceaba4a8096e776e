import look from './spinner.module.css'

/** Turns while something is under way; the words beside it say what. */
export function Spinner() {
  return <span className={look.spinner} aria-hidden="true" />
}

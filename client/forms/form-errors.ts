import type { RJSFValidationError } from '@rjsf/utils'
import type { BlockOf } from '../../schemas/blocks.ts'
import { showsNothing } from '../../schemas/visible-text.ts'
import type { Problem } from '../../schemas/problem.ts'
import { typedDay } from '../base/typed-day.ts'
import { isVisible, type Value } from './form-value.ts'

type Form = BlockOf<'form'>

/** The current form, and the message for errors that have none. */
interface Standing {
  form: Form
  value: Value
  otherwise: string
}
export interface FormError {
  /** The field it belongs to; undefined if it concerns the whole form. */
  field?: string
  message: string
  /** The typed value is removed. */
  clear?: true
}

/**
 * Returns failed schema keywords with the messages of the server, one for each visible field; none for hidden fields.
 */
export function sayErrors({ form, value, otherwise }: Standing, errors: RJSFValidationError[]): RJSFValidationError[] {
  const shown = form.fields.filter((field) => isVisible(field, value))
  const silent = new Set([...form.fields.map(({ name }) => name), ...Object.keys(form.submit.do.input ?? {})])
  const ofFields = shown.flatMap((field) => {
    const typed = value[field.name]
    const own = [
      ...errors.filter((error) => fieldOf(error) === field.name),
      ...outOfRange(field, typed),
      ...missing(field, typed),
    ]
    // What shows nothing is missing, whatever else is wrong with it.
    const isMissing = typeof typed === 'string' && showsNothing(typed)
    const nameOf = (error: RJSFValidationError) => (isMissing ? 'required' : (error.name ?? ''))
    const shownError = own.find((error) => field.messages?.[nameOf(error)]) ?? own[0]
    return shownError ? [{ ...shownError, message: field.messages?.[nameOf(shownError)] ?? otherwise }] : []
  })
  const ofNone = errors.filter((error) => !silent.has(fieldOf(error) ?? ''))
  return ofNone.length > 0 ? [...ofFields, { ...ofNone[0], message: otherwise, stack: otherwise }] : ofFields
}

/** What a field needs while it shows. */
function missing({ name, required, messages = {} }: Form['fields'][number], typed: unknown) {
  const isMissing = typed === undefined || (typeof typed === 'string' && showsNothing(typed))
  return required && isMissing ? [{ name: 'required', property: `.${name}`, stack: messages.required ?? '' }] : []
}

/** A day that cannot be picked, where the server has words for it. */
function outOfRange({ name, earliest, latest, messages = {} }: Form['fields'][number], day: unknown) {
  if (typeof day !== 'string' || typedDay(day) !== day) return []
  const keyword = latest && day > latest ? 'latest' : earliest && day < earliest ? 'earliest' : undefined
  return keyword && messages[keyword] !== undefined
    ? [{ name: keyword, property: `.${name}`, stack: messages[keyword] }]
    : []
}

/** The first name of the path, as in `.address.city`. */
function fieldOf(error: Pick<RJSFValidationError, 'property'>): string | undefined {
  return error.property?.replace(/^\./, '').split('.')[0]
}

export function listErrors(form: Form, errors: RJSFValidationError[]): FormError[] {
  const names = new Set(form.fields.map(({ name }) => name))
  return errors.map((error) => {
    const field = fieldOf(error)
    return { field: field !== undefined && names.has(field) ? field : undefined, message: error.message ?? '' }
  })
}

/**
 * Returns the server's errors: at their field if it is visible, in the order of the fields, otherwise above the form.
 * Never empty.
 */
export function problemErrors({ form, value, otherwise }: Standing, problem: Problem): FormError[] {
  const shown = form.fields.filter((field) => isVisible(field, value)).map(({ name }) => name)
  const formErrors = problem.errors.map(({ pointer, message, clear }): FormError => {
    const name = pointer.split('/')[1]?.replaceAll('~1', '/').replaceAll('~0', '~')
    return name !== undefined && shown.includes(name)
      ? { field: name, message, ...(clear ? { clear } : {}) }
      : { message }
  })
  const placeOf = ({ field }: FormError) => (field === undefined ? shown.length : shown.indexOf(field))
  const sorted = formErrors.toSorted((one, other) => placeOf(one) - placeOf(other))
  return sorted.length > 0 ? sorted : [{ message: problem.detail || otherwise }]
}

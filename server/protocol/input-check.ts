import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { TObject, TSchema } from 'typebox'
import type { ProblemError } from '../../schemas/problem.ts'
import type { Condition } from '../../schemas/condition.ts'
import { hasCardNumber } from '../card-numbers.ts'
import { holds } from '../../schemas/holds.ts'
import { showsNothing } from '../../schemas/visible-text.ts'
import { InvalidInput } from './failure.ts'

const ajv = new Ajv({ allErrors: true, strict: false })
// ajv-formats is CommonJS: only TypeScript expects its function under `default`.
;(formats as unknown as (instance: Ajv) => void)(ajv)
const compiled = new WeakMap<TSchema, ValidateFunction>()

type Codes = Record<string, Record<string, string>>
type InputError = Omit<ProblemError, 'message' | 'severity'>

/** The code of each failed keyword, if an action has none of its own. */
export const keywordCodes: Record<string, string> = {
  required: 'input.required',
  type: 'input.type',
  additionalProperties: 'input.unknown',
  minLength: 'input.tooShort',
  maxLength: 'input.tooLong',
  minimum: 'input.tooSmall',
  maximum: 'input.tooLarge',
  pattern: 'input.format',
  format: 'input.format',
  enum: 'input.choice',
  const: 'input.choice',
  minItems: 'input.required',
  uniqueItems: 'input.choice',
}

interface Checked {
  value: unknown
  codes?: Codes
  /** Days that may not be after `today`, and the codes of their errors, by pointer. */
  notAfter?: { today: string; days: Record<string, string> }
}

/** Throws InvalidInput with a pointer and a code for each value that the schema refuses, and each day after today. */
export function checkInput(schema: TSchema, { value, codes = {}, notAfter }: Checked): void {
  const validate = compiled.get(schema) ?? ajv.compile(schema as object)
  compiled.set(schema, validate)
  const isValid = validate(value)
  const late = notAfter ? tooLate(value, notAfter) : []
  if (isValid && late.length === 0) return refuseUnstorable(value)
  const errors = (validate.errors ?? [])
    .filter((error) => !['anyOf', 'oneOf', 'if'].includes(error.keyword))
    .map((error) => errorOf(error, { codes, value }))
  const seen = new Set<string>()
  throw new InvalidInput([...errors, ...late].filter(({ pointer }) => !seen.has(pointer) && seen.add(pointer)))
}

function tooLate(value: unknown, { today, days }: NonNullable<Checked['notAfter']>): InputError[] {
  return Object.entries(days).flatMap(([pointer, code]) => {
    const day = pointer.split('/').slice(1).reduce(memberOf, value)
    return typeof day === 'string' && day > today ? [{ pointer, code }] : []
  })
}

/**
 * Refuses texts that nothing may store: with NUL or half a surrogate pair, which people do not type, and with the number
 * of a card, which belongs on the processor's page. A password may be anything: only its hash is stored.
 */
function refuseUnstorable(value: unknown): void {
  const errors = unstorable(value)
  if (errors.length > 0) throw new InvalidInput(errors)
}

function unstorable(value: unknown, pointer = ''): InputError[] {
  if (typeof value === 'string') {
    if (value.includes('\0') || /\p{Surrogate}/u.test(value)) return [{ pointer, code: 'input.format' }]
    return hasCardNumber(value) && !/password/i.test(pointer) ? [{ pointer, code: 'input.cardNumber' }] : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => unstorable(inner, `${pointer}/${name}`))
}

function errorOf(error: ErrorObject, { codes, value }: { codes: Codes; value: unknown }): InputError {
  const pointer = pointerOf(error)
  const limit: unknown = error.params.limit
  const given = error.instancePath.split('/').slice(1).reduce(memberOf, value)
  // What shows nothing is missing, whatever else is wrong with it.
  const keyword = typeof given === 'string' && showsNothing(given) ? 'required' : error.keyword
  const code = codes[pointer]?.[keyword] ?? keywordCodes[keyword] ?? 'input.invalid'
  return typeof limit === 'number' ? { pointer, code, params: { limit } } : { pointer, code }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function pointerOf(error: ErrorObject): string {
  const member: unknown = error.params.missingProperty ?? error.params.additionalProperty
  return typeof member === 'string'
    ? `${error.instancePath}/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`
    : error.instancePath
}

/** Drops the values of fields that were hidden (protocol.md, Forms). */
export function withoutHidden(value: unknown, visible: Record<string, Condition>): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !visible[name] || holds(visible[name], value)))
}

/** Returns the members of a query that a screen knows, checked; the others are ignored. */
export function readQuery(schema: TObject, query: unknown): Record<string, string> {
  const given = Object.entries((query ?? {}) as Record<string, unknown>) // a parsed query string
  const known = Object.fromEntries(
    given.filter(([name, value]) => Object.hasOwn(schema.properties, name) && value !== ''),
  )
  checkInput(schema, { value: known })
  return known as Record<string, string> // the schema admits texts only
}

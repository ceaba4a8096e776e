import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { expect } from 'vitest'
import { sayErrors } from '../../client/forms/form-errors.ts'
import { allForms, type Form } from '../support/all-forms.ts'
import { portalTest } from '../support/portal-test.ts'

/** What looks empty (cases: blank-values). */
const blanks = {
  'three blanks': '   ',
  'no-break spaces': '\u00a0\u00a0',
  'zero width spaces': '\u200b\u200b',
  'a word joiner': '\u2060',
}
/** A password may be anything. Others are chosen, not typed. */
const notTyped = new Set(['password', 'checkbox', 'select', 'radio', 'switch', 'date', 'rating'])

const ajv = new Ajv({ strict: false, allErrors: true })
;(formats as unknown as (instance: Ajv) => void)(ajv) // CommonJS: only TypeScript expects it under `default`

/** The words that the client shows for one value of a field. */
function wordsFor(form: Form, name: string, typed: string): string | undefined {
  const value = { [name]: typed }
  ajv.validate(form.schema as object, value)
  const errors = (ajv.errors ?? []).map(({ keyword, instancePath, message }) => ({
    name: keyword,
    property: instancePath.replaceAll('/', '.'),
    message,
    stack: '',
  }))
  const shown = sayErrors(
    { form, value, otherwise: '' },
    errors.filter(({ property }) => property === `.${name}`),
  )
  return shown[0]?.message
}

/** Whether a person types it into the form, and must. */
function isTyped({ schema, fields }: Form, name: string): boolean {
  const { required = [], properties = {} } = schema as {
    required?: string[]
    properties?: Record<string, { type?: string }>
  } // of an object schema
  const { widget = 'text' } = fields.find((field) => field.name === name) ?? {}
  return required.includes(name) && properties[name]?.type === 'string' && !notTyped.has(widget)
}

const test = portalTest().extend('forms', { scope: 'file' }, async ({ portal }) =>
  (await allForms(portal)).map(({ form }) => form),
)

test.for(Object.entries(blanks))('a required field with nothing but %s says its own words', ([, blank], { forms }) => {
  expect(forms.length).toBeGreaterThan(15)
  const wrong = forms.flatMap((form) =>
    form.fields
      .filter(({ name }) => isTyped(form, name))
      .flatMap(({ name, messages }) => {
        const words = wordsFor(form, name, blank)
        return words && words === messages?.required ? [] : [`${form.id} ${name}: ${words} (${messages?.required})`]
      }),
  )
  expect(wrong).toEqual([])
})

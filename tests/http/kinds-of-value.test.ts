import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { expect } from 'vitest'
import type { Screen } from '../../schemas/screen.ts'
import { typedDay } from '../../client/base/typed-day.ts'
import { sayErrors } from '../../client/forms/form-errors.ts'
import { fits } from '../../client/forms/progress.ts'
import { typedText } from '../../client/forms/typed-text.ts'
import { allForms, type Form } from '../support/all-forms.ts'
import { dialogOf, cardDetails, enterCard, testCards } from '../support/card-payment.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { askForCode, signUpScreen } from '../support/sign-up.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'

type Field = Form['fields'][number]
interface Use {
  form: Form
  field: Field
  schema: Record<string, unknown>
}

/** The kinds of what people type, the first that fits, each with what is tried in its fields. */
const kinds: { name: string; of: (use: Use) => boolean; tried: string[] }[] = [
  { name: 'Password', of: ({ field }) => field.widget === 'password', tried: ['Silent-orch-26', ' spaced words 12A '] },
  { name: 'Code', of: ({ field }) => field.widget === 'code', tried: ['123456', '123 456', '12-34-56', 'abc', '12'] },
  {
    name: 'Date',
    of: ({ schema }) => schema.format === 'date',
    tried: ['04/12/1988', '4/12/1988', '4.12.1988', '4-12-1988', '04121988', '1988-04-12', '02/30/1988', '1/1', 'soon'],
  },
  {
    name: 'Phone',
    of: ({ field }) => field.widget === 'phone',
    tried: ['2125550161', '(212) 555-0161', '+1 212.555.0161', '212-555-0161 ext 4', '5550161', 'unknown'],
  },
  {
    name: 'E-mail',
    of: ({ field }) => field.widget === 'email',
    tried: ['maria@example.com', ' maria@example.com ', 'maria@example', 'a@example.com, b@example.com', 'maria'],
  },
  {
    name: 'ZIP of a record to look up',
    of: ({ field }) => field.name === 'PatientZIP',
    tried: ['10011', '10011-1234', ' 10011 ', 'NY 10011', '   '],
  },
  {
    name: 'ZIP',
    of: ({ field }) => field.autocomplete?.includes('postal-code') ?? false,
    tried: ['10011', '10011-1234', '100111234', '10011 1234', ' 10011 ', 'NY 10011', '1001'],
  },
  {
    name: 'Money',
    of: ({ field }) => field.name === 'amount' && field.typing !== undefined,
    tried: ['25', '25.5', '$25.00', '1,250.00', '0', '0.001', '10000', '-5', '1e3', 'all'],
  },
  {
    name: 'Digits',
    of: ({ field }) => field.digits === true,
    tried: ['4', '04', '28', '2028', '1 2', '123', '1a2', '-5', 'x'],
  },
  {
    name: 'Name',
    of: ({ field }) => /(given|family)-name/.test(field.autocomplete ?? '') || /(First|Last)Name/.test(field.name),
    tried: ['Maria', 'O’Neill-Müller', 'Ng', '山田', '   ', 'two\nlines'],
  },
  { name: 'Text', of: ({ field }) => field.widget === 'multiline', tried: ['Two\nlines', '<b>&</b> 👩🏽‍⚕️', '   '] },
  { name: 'One line', of: ({ schema }) => schema.type === 'string', tried: ['5 Elm Street #4', '   ', 'two\nlines'] },
]

const ajv = new Ajv({ strict: false, allErrors: true })
;(formats as unknown as (instance: Ajv) => void)(ajv) // CommonJS: only TypeScript expects it under `default`

/** What the client makes of a text, and the words beside the field if that is refused. */
function outcomeOf({ form, field, schema }: Use, text: string): { value: string; words?: string } {
  const maxLength = typeof schema.maxLength === 'number' ? schema.maxLength : undefined
  const read = () => typedText(text, { field, widget: field.widget, maxLength })
  const value = schema.format === 'date' ? (typedDay(text) ?? text) : read()
  const typed = { [field.name]: value }
  if (field.typing && !fits(field.typing.pattern, value)) return { value, words: field.typing.message }
  ajv.validate(form.schema, typed)
  const errors = (ajv.errors ?? [])
    .map(({ keyword, instancePath, message }) => ({
      name: keyword,
      property: instancePath.replaceAll('/', '.'),
      message,
      stack: '',
    }))
    .filter(({ property }) => property === `.${field.name}`)
  const [shown] = sayErrors({ form, value: typed, otherwise: 'Please check this.' }, errors)
  return { value, ...(shown ? { words: shown.message ?? '' } : {}) }
}

const test = portalTest({ maria: 'maria.alvarez' }).extend('uses', { scope: 'file' }, async ({ portal, maria }) => {
  const forms = (await allForms(portal)).map(({ form }) => form)
  await enterCard(portal, maria, testCards.approved)
  const { body } = await maria.get<Screen>('/ui/screens/user/home/MakePayment?card=new')
  const { body: next } = await maria.act<{ effects: never[] }>('payments.next', cardDetails)
  const cardForms = [...blocksOf(body.blocks, 'form'), ...blocksOf(dialogOf(next.effects)?.blocks, 'form')]
  const stranger = portal.visitor()
  await askForCode(stranger, people.ameliaNovak)
  const { body: entry } = await stranger.get<Screen>(signUpScreen)
  return [...forms, ...cardForms, ...blocksOf(entry.blocks, 'form')]
    .filter(({ id }) => !id.startsWith('setting-')) // their formats are in text-rules.ts, with their words
    .filter(({ id }) => id !== 'search') // takes parts of values
    .flatMap((form) => {
      const { properties = {} } = form.schema as { properties?: Record<string, Record<string, unknown>> } // of an object
      return form.fields
        .filter(({ widget, options }) => !['select', 'radio'].includes(widget ?? '') && options === undefined)
        .map((field): Use => ({ form, field, schema: properties[field.name] ?? {} }))
    })
    .filter(({ schema }) => schema.type === 'string' && schema.enum === undefined)
})

const kindOf = (use: Use) => kinds.find(({ of }) => of(use))?.name
/** Their lengths are those of what they stand for. */
const differ = new Set(['Digits', 'Code', 'Password', 'One line', 'Text'])

const isRequired = ({ form, field }: Use) =>
  ((form.schema as { required?: string[] }).required ?? []).includes(field.name) // of an object schema

test('each kind of value is taken alike in every form that must have it', ({ uses }) => {
  const odd = kinds.flatMap(({ name, tried }) => {
    const own = uses.filter((use) => kindOf(use) === name)
    expect([name, own.length > 0]).toEqual([name, true])
    if (differ.has(name)) return []
    return tried.filter(
      (text) => new Set(own.filter(isRequired).map((use) => outcomeOf(use, text).words === undefined)).size > 1,
    )
  })
  expect(odd).toEqual([])
})

const cell = (text: string) => `\`${JSON.stringify(text).slice(1, -1).replaceAll('|', '\\|')}\``
const distinct = (texts: readonly string[]) => [...new Set(texts)]
/** The id of a form, without the key that each drawing of it gets. */
const nameOf = ({ id }: { id: string }) => id.replace(/-[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, '')

test('the table of kinds of value is up to date', async ({ uses }) => {
  const parts = kinds.map(({ name, tried }) => {
    const own = uses.filter((use) => kindOf(use) === name)
    const rows = tried.map((text) => {
      const outcomes = own.map((use) => outcomeOf(use, text))
      const taken = distinct(outcomes.flatMap(({ value, words }) => (words === undefined ? [value] : [])))
      const messages = distinct(
        outcomes.flatMap(({ words }) => words?.replaceAll(/\d\d\/\d\d\/\d{4}/g, 'MM/DD/YYYY') ?? []),
      )
      return `| ${cell(text)} | ${taken.map((each) => cell(each)).join(', ')} | ${messages.join('<br>')} |`
    })
    const fields = distinct(own.map(({ form, field }) => `${field.label} (\`${nameOf(form)}\`)`)).toSorted()
    return `## ${name}\n\n${fields.join(', ')}.\n\n| Typed | Taken as | Or what is said |\n| --- | --- | --- |\n${rows.join('\n')}\n`
  })
  const head =
    '# Kinds of value\n\nWhat people type, paste or let the browser fill in, what a field makes of it, and what it says otherwise. Made from the\nforms and their schemas by `npm run test:http -- kinds-of-value -u`; the same test fails when it is out of date.\n'
  await expect([head, ...parts].join('\n')).toMatchFileSnapshot('../../docs/kinds-of-value.md')
})

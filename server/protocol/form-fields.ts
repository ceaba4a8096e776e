import type { Field } from '../../schemas/blocks/form.ts'
import { dateText } from './time-words.ts'

/** A field as screens define it; its messages come from the schema and the codes of the action. */
export type FormField = Omit<Field, 'messages'>

/** Fields that belong together, beside each other as their spans allow. `name` is read before them. */
export function fieldRow(name: string, fields: readonly FormField[]): FormField[] {
  return fields.map((field) => ({ ...field, row: name }))
}

const between = '[\\s().\\p{Pd}\\p{Cf}]*'
/** The beginning of a phone number of ten digits, with or without the code of the country, however it is written. */
const phoneBegun = `^(?!\\s*\\p{Pd})[\\s().\\p{Cf}]*\\+?${between}(?:1${between})?(?:\\d${between}){0,10}$`

/** A phone number. `message` stands at the field as soon as what is typed can become none. */
export function phoneField(field: Omit<FormField, 'widget' | 'typing'>, message: string): FormField {
  return { ...field, widget: 'phone', typing: { pattern: phoneBegun, message } }
}

/** An amount in dollars, as `Amount` is (typed-values.ts). */
export function amountField(field: Omit<FormField, 'typing'>): FormField {
  return {
    ...field,
    typing: { pattern: '^(\\d{1,4}(\\.\\d{0,2})?)?$', message: 'Enter digits and one dot only, at most 9999.99.' },
  }
}

/** A number of digits, which may begin as `begun` says. */
export function digitsField(field: Omit<FormField, 'digits' | 'typing'>, begun: string, message: string): FormField {
  return { ...field, digits: true, typing: { pattern: begun, message } }
}

/** A ZIP code, as `Zip` is (typed-values.ts). Blanks, and dashes other than that of the keyboard, are dropped. */
export function zipField(field: Omit<FormField, 'drop' | 'typing'>, message: string): FormField {
  const typing = { pattern: '^(\\d{0,5}|\\d{5}-?\\d{0,4})$', message }
  return { ...field, drop: '[\\s\\p{Cf}]|(?<=\\d\\s*)(?!-)\\p{Pd}', typing }
}

/** Says how a day is written, by the example of a day as `yyyy-MM-dd`. */
export function dateHelp(example: string): string {
  return `Month/day/year, for example ${dateText(example)}`
}

/** A date of birth. `today` is the current day of the practice, `yyyy-MM-dd`. */
export function birthDayField(field: Pick<FormField, 'name' | 'label' | 'autocomplete'>, today: string): FormField {
  return { ...field, help: dateHelp('1988-04-12'), widget: 'date', latest: today }
}

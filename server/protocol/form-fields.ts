import type { Field } from '../../schemas/blocks/form.ts'
import { dateText } from './time-words.ts'

/** A field as screens define it; its messages come from the schema and the codes of the action. */
export type FormField = Omit<Field, 'messages'>

/** Fields that belong together, beside each other as their spans allow. `name` is read before them. */
export function fieldRow(name: string, fields: readonly FormField[]): FormField[] {
  return fields.map((field) => ({ ...field, row: name }))
}

/** Says how a day is written, by the example of a day as `yyyy-MM-dd`. */
export function dateHelp(example: string): string {
  return `Month/day/year, for example ${dateText(example)}`
}

/** A date of birth. `today` is the current day of the practice, `yyyy-MM-dd`. */
export function birthDayField(field: Pick<FormField, 'name' | 'label' | 'autocomplete'>, today: string): FormField {
  return { ...field, help: dateHelp('1988-04-12'), widget: 'date', latest: today }
}

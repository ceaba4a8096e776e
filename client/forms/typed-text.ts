import type { Field, Widget } from '../../schemas/blocks/form.ts'
import { compactNumber, tenDigitsOf } from '../../schemas/phone-number.ts'

interface Place {
  field: Pick<Field, 'digits' | 'drop' | 'typing' | 'autocomplete'>
  widget?: Widget
  /** In characters. */
  maxLength?: number
}

/**
 * What a field makes of a text that is typed, pasted or filled in by the browser: what does not belong is left out; what
 * cannot be understood stays, so that the checks can say so.
 */
export function typedText(text: string, { field, widget, maxLength }: Place): string {
  if (widget === 'phone') return typedPhone(text)
  if (widget === 'email') return text.trim()
  if (field.drop !== undefined) return text.replaceAll(new RegExp(field.drop, 'gu'), '')
  if (!field.digits) return text
  const digits = text.replaceAll(field.typing ? between : /\D/g, '')
  // Browsers fill in the whole year of a card (HTML, `cc-exp-year`).
  if (maxLength === 2 && isYearOfCard(field) && /^20\d\d$/.test(digits)) return digits.slice(2)
  return field.typing ? digits : digits.slice(0, maxLength)
}

/** What people leave between digits, and what is copied along and not seen. */
const between = /[\s\p{Cf}]/gu

function isYearOfCard({ autocomplete }: Place['field']): boolean {
  return autocomplete?.split(' ').includes('cc-exp-year') ?? false
}

/** Digits alone; what is no number of ten digits stays as typed. */
function typedPhone(text: string): string {
  // A dash in front separates nothing: "-5" is not 5.
  if (/^\s*\p{Pd}/u.test(text)) return text
  const compact = compactNumber(text)
  return tenDigitsOf(compact) ?? (/^\d*$/.test(compact) ? compact : text)
}

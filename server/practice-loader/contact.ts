import { tenDigitsOf } from '../../schemas/phone-number.ts'
import { NAME_LIMIT } from './bundle-index.ts'
import type { Address, CodeableConcept, Identifier, Telecom } from './fhir/parts.ts'
import { folded, plainText } from './plain-text.ts'
import { usState } from './us-states.ts'

export interface PostalAddress {
  line: string
  city: string
  state: string
  stateName: string
  zip: string
  timeZone?: string
}

/** Converts an address to our columns; an unknown state is kept as written. */
export function postalAddress(address: Address | undefined): PostalAddress {
  const state = usState(address?.state ?? '')
  const written = plainText(address?.state)
  return {
    line: plainText((address?.line ?? []).filter(Boolean).join(', ')),
    city: plainText(address?.city),
    state: state?.short ?? written,
    stateName: state?.name ?? written,
    zip: fiveDigits(plainText(address?.postalCode, 20)),
    timeZone: state?.timeZone,
  }
}

/** `02118-2334` becomes 02118; `2771` lost its zero in a spreadsheet. Text that is not an American ZIP code is kept. */
function fiveDigits(written: string): string {
  const digits = written.match(/^(\d{3,5})(-?\d{4})?$/)?.[1]
  return digits ? digits.padStart(5, '0') : written
}

/** Returns the ten digits of a phone, a cell phone before others; other text unchanged, empty without one. */
export function phoneOf(telecoms: Telecom[] | undefined): string {
  const phones = (telecoms ?? []).filter(({ system, value }) => system === 'phone' && value)
  const chosen = phones.find(({ use }) => use === 'mobile') ?? phones[0]
  const written = chosen?.value ?? ''
  return tenDigitsOf(written) ?? plainText(written, 40)
}

/** Returns the National Provider Identifier as the file has it; empty without one. */
export function npiOf(identifiers: Identifier[] | undefined): string {
  return plainText(
    identifiers?.find(({ system, value }) => system === 'http://hl7.org/fhir/sid/us-npi' && value)?.value,
    20,
  )
}

/** Returns the text of the first concept that has one. */
export function wordsOf(concepts: CodeableConcept[] | undefined): string {
  const texts = (concepts ?? []).flatMap(({ text, coding }) => [text, ...(coding ?? []).map(({ display }) => display)])
  return plainText(texts.find((text) => plainText(text)))
}

/** Removes what SNOMED CT appends to its terms: `Check up (procedure)` becomes `Check up`. */
export const withoutSemanticTag = (term: string) => term.replace(/ \((procedure|regime\/therapy|environment)\)$/, '')

/** Returns a case-insensitive key of a street address; undefined without a street. */
export function streetName({ line, city, state }: Pick<PostalAddress, 'line' | 'city' | 'state'>): string | undefined {
  return line ? `at:${folded(line)}|${folded(city)}|${folded(state)}`.slice(0, NAME_LIMIT) : undefined
}

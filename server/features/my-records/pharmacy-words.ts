import type { Span } from '../../../schemas/base.ts'
import type { Pharmacy } from '../../gateways/emr/pharmacies.ts'
import { phone } from '../../protocol/block-builders.ts'

/** `Hoboken, NJ 07030` */
export function townText({ city, state, zip }: Pharmacy): string {
  return [city, `${state} ${zip}`.trim()].filter((each) => each !== '').join(', ')
}

/** `12 Main Street, Hoboken, NJ 07030` */
export function placeText(pharmacy: Pharmacy): string {
  return [pharmacy.address, townText(pharmacy)].filter((each) => each !== '').join(', ')
}

/** Name, place and phone number of a pharmacy. */
export function pharmacyWords(pharmacy: Pharmacy): Span[] {
  const place = placeText(pharmacy)
  const { text, href } = phone(pharmacy.phone)
  return [
    { text: pharmacy.name, strong: true },
    ...(place === '' ? [] : [{ text: ` · ${place}` }]),
    ...(text === '' ? [] : [{ text: ' · ' }, { text, ...(href ? { href } : {}) }]),
  ]
}

import type { Span } from '../../schemas/base.ts'
import type { Pharmacy } from '../gateways/emr/pharmacies/pharmacies.ts'
import { addressText } from './postal-address.ts'
import { phone } from '../protocol/block-builders.ts'

/** Name, place and phone number of a pharmacy. */
export function pharmacyWords(pharmacy: Pharmacy): Span[] {
  const place = addressText(pharmacy)
  const { text, href } = phone(pharmacy.phone)
  return [
    { text: pharmacy.name, strong: true },
    ...(place === '' ? [] : [{ text: ` · ${place}` }]),
    ...(text === '' ? [] : [{ text: ' · ' }, { text, ...(href ? { href } : {}) }]),
  ]
}

import Type, { type Static } from 'typebox'
import { closed } from '../../../schemas/base.ts'
import type { PharmacySearch } from '../../gateways/emr/pharmacies/pharmacies.ts'

/** Without control characters. */
const text = (maxLength: number) => Type.Optional(Type.String({ maxLength, pattern: '^[^\\u0000-\\u001f\\u007f]*$' }))
const number = Type.Optional(Type.String({ maxLength: 30, pattern: '^[0-9()+. -]*$' }))

/** A search by parts, or by words: a name, a street, a town or a ZIP code, in one field. */
export type WordSearch = PharmacySearch & { find?: string }

/** What a person fills in (specification 2 §2.9). */
export const SearchForm = closed({
  find: text(100),
  name: text(100),
  address: text(100),
  city: text(60),
  state: Type.Optional(Type.String({ pattern: '^\\s*([A-Za-z]{2})?\\s*$' })),
  zip: Type.Optional(Type.String({ pattern: '^\\s*[0-9-]{0,10}\\s*$' })),
  phone: number,
  fax: number,
})

const both = (code: string) => ({ pattern: code, maxLength: code })
const ofText = { pattern: 'myRecords.characters', maxLength: 'myRecords.tooLong' }
export const searchCodes = {
  '/find': ofText,
  '/name': ofText,
  '/address': ofText,
  '/city': ofText,
  '/state': both('myRecords.state'),
  '/zip': both('myRecords.zip'),
  '/phone': both('myRecords.number'),
  '/fax': both('myRecords.number'),
}

/** The same as it stands in an address, which anybody may have written. */
export const partParameters = {
  name: text(100),
  address: text(100),
  city: text(100),
  state: text(100),
  zip: text(100),
  phone: text(100),
  fax: text(100),
}
export const searchParameters = { find: text(100), ...partParameters }
const Search = closed(searchParameters)
const parts = Object.keys(searchParameters) as (keyof WordSearch)[] // the keys of that record

/** Returns the parts that are filled in, of phone and fax the digits; undefined if there are none. */
export function searchOf(query: Static<typeof Search>): WordSearch | undefined {
  const filled = parts.flatMap((part): [string, string][] => {
    const entered = query[part]?.trim() ?? ''
    const used = usedOf(part, entered)
    return used === '' ? [] : [[part, used]]
  })
  return filled.length === 0 ? undefined : Object.fromEntries(filled)
}

/** Pharmacies may have a ZIP code of five digits only, so that all nine would fit none of them. */
function usedOf(part: keyof WordSearch, entered: string): string {
  if (part === 'phone' || part === 'fax') return digitsOf(entered)
  return part === 'zip' ? entered.replace(/^(\d{5})-?\d{1,4}$/, '$1') : entered
}

/** Without the code of the country, which records do not have. */
function digitsOf(number: string): string {
  return number
    .replace(/^\+1/, '')
    .replace(/\D/g, '')
    .replace(/^1(?=\d{10}$)/, '')
}

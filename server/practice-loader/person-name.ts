import type { HumanName } from './fhir/parts.ts'
import { plainText } from './plain-text.ts'

export interface PersonName {
  firstName: string
  lastName: string
}

const NOT_THE_NAME = ['maiden', 'old', 'nickname', 'anonymous', 'temp']

/** Returns the official name, otherwise the first one in use. Both parts are empty if the data has none. */
export function personName(names: HumanName[] | undefined, dropDigits: boolean): PersonName {
  const all = names ?? []
  const name =
    all.find(({ use }) => use === 'official') ?? all.find(({ use }) => !NOT_THE_NAME.includes(use ?? '')) ?? all[0]
  if (!name) return { firstName: '', lastName: '' }
  const { firstName, lastName } = partsOf(name)
  return dropDigits
    ? { firstName: withoutDigits(firstName), lastName: withoutDigits(lastName) }
    : { firstName, lastName }
}

function partsOf({ given, family, text }: HumanName): PersonName {
  const firstName = plainText((given ?? []).filter(Boolean).join(' '))
  const lastName = plainText(family)
  if (firstName || lastName) return { firstName, lastName }
  const words = withoutTitles(plainText(text).replaceAll(',', ' ').split(' ').filter(Boolean))
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' }
}

const titles = /^(?:dr|mr|mrs|ms|miss|mx|prof|rev)\.?$/i
const suffixes = /^(?:jr|sr|ii|iii|iv|md|do|phd|esq)\.?$/i

/** A text has titles and suffixes among the names, which a name in parts has apart (FHIR R4, HumanName.suffix). */
function withoutTitles(words: readonly string[]): readonly string[] {
  const [first = '', ...rest] = words
  if (words.length > 1 && titles.test(first)) return withoutTitles(rest)
  return words.length > 1 && suffixes.test(words.at(-1) ?? '') ? withoutTitles(words.slice(0, -1)) : words
}

/** Synthea ends each name with a number to mark it as synthetic: Rohan584. */
const withoutDigits = (name: string) => name.replace(/(?<=\D)\d+(?=\s|$)/g, '')

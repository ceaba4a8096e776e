import type { CcdaPatient } from './ccda.ts'
import { dayWords } from './hl7-words.ts'

/** The patient in whose chart a document lies. */
export interface ChartPatient {
  firstName: string
  lastName: string
  /** `yyyy-MM-dd`; undefined if it cannot be asked for. */
  dob?: string
}

/**
 * Returns what to say when a document names somebody else than the patient in whose list it is. Which documents are a
 * patient's is the record server's decision, and names change; so the document shows, but never without a word. A name is
 * another one if no part of it is shared, whatever its spelling, order or accents.
 */
export function otherPatientWords({ name, birthDay }: CcdaPatient, known: ChartPatient): string | undefined {
  const [own, stated] = [wordsOf(`${known.firstName} ${known.lastName}`), wordsOf(name)]
  const isOtherName = own.size > 0 && stated.size > 0 && ![...stated].some((word) => own.has(word))
  const isOtherDay = birthDay !== undefined && known.dob !== undefined && birthDay !== known.dob
  const born = birthDay === undefined ? '' : `, born ${dayWords(birthDay)}`
  if (isOtherName) return `This record names another patient (${name}${born}). Please tell the office.`
  if (!isOtherDay) return undefined
  return `This record has another date of birth (${dayWords(birthDay)}) than your chart. Please tell the office.`
}

function wordsOf(name: string): Set<string> {
  const folded = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return new Set((folded.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > 1))
}

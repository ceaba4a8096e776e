import type { CcdaHeader, CcdaPatient } from './ccda.ts'
import { dayWords, languageWords, missingWords, timeWords } from './hl7-words.ts'
import { childrenOf, textIn, within, type Element } from './read-elements.ts'

/** Returns the day of an HL7 time, `20170824113810.242-0500`; undefined if it is less exact, or no day. */
export function dayOf(time: string | undefined): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)/.exec(time ?? '') ?? []
  const written = `${year}-${month}-${day}`
  const date = new Date(`${written}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written) ? written : undefined
}

/** The elements of the header that are read. */
export interface HeaderParts {
  recordTarget?: Element
  effectiveTime?: Element
  custodian?: Element
  languageCode?: Element
  componentOf?: Element
  documentationOf?: Element
  authors: Element[]
}

/** Returns what stands below the title of a document. What is missing is said only where the document says why. */
export function headerFacts(parts: HeaderParts): CcdaHeader['facts'] {
  const patient = within(parts.recordTarget, 'patientRole', 'patient')
  const birth = within(patient, 'birthTime')
  const day = dayOf(birth?.attributes.value)
  const born = day === undefined ? timeIn(birth) : dayWords(day)
  const encounter = within(parts.componentOf, 'encompassingEncounter')
  const organization = within(parts.custodian, 'assignedCustodian', 'representedCustodianOrganization')
  return [
    { name: 'Patient', value: namedIn(patient) },
    { name: 'Date of birth', value: born },
    { name: 'Date of the record', value: timeIn(parts.effectiveTime) },
    { name: 'Visit', value: timeIn(within(encounter, 'effectiveTime')) },
    { name: 'Time covered', value: timeIn(within(parts.documentationOf, 'serviceEvent', 'effectiveTime')) },
    { name: 'Written by', value: authorsIn(parts.authors) },
    { name: 'From', value: namedIn(organization) },
    { name: 'Language', value: languageWords(parts.languageCode?.attributes.code) },
  ].filter(({ value }) => value !== '')
}

/** Returns the name in an element, or why there is none. */
function namedIn(element: Element | undefined): string {
  const name = nameOf(element).name
  return name === '' ? missingWords((within(element, 'name') ?? element)?.attributes.nullFlavor) : name
}

/** Persons or devices, each with its organization, each once. */
function authorsIn(authors: readonly Element[]): string {
  const all = authors.map((author) => {
    const assigned = within(author, 'assignedAuthor')
    const device = within(assigned, 'assignedAuthoringDevice')
    const own =
      namedIn(within(assigned, 'assignedPerson')) ||
      textIn(within(device, 'softwareName')) ||
      textIn(within(device, 'manufacturerModelName'))
    const words = [own, nameOf(within(assigned, 'representedOrganization')).name].filter((each) => each !== '')
    return words.length > 0 ? words.join(', ') : missingWords((assigned ?? author).attributes.nullFlavor)
  })
  return [...new Set(all)].filter((each) => each !== '').join('; ')
}

/** A time, or a time from when until when. */
function timeIn(element: Element | undefined): string {
  if (!element) return ''
  const { value, nullFlavor } = element.attributes
  if (value !== undefined && value.trim() !== '') return timeWords(value.trim())
  const [low, high] = [timeIn(within(element, 'low')), timeIn(within(element, 'high'))]
  if (low === '' && high === '') return missingWords(nullFlavor)
  if (low === high || high === '' || low === '')
    return low === high ? low : `${high === '' ? 'From' : 'Until'} ${low}${high}`
  return `${low} – ${high}`
}

/** Reads `recordTarget`. */
export function patientOf(recordTarget: Element): CcdaPatient {
  const role = within(recordTarget, 'patientRole')
  const patient = within(role, 'patient')
  return {
    ids: (role ? childrenOf(role, 'id') : []).flatMap(({ attributes: { root = '', extension = '' } }) =>
      extension === '' ? [] : [{ root, extension: extension.trim() }],
    ),
    ...nameOf(patient),
    ...contactOf(role),
    birthDay: dayOf(within(patient, 'birthTime')?.attributes.value),
    gender: within(patient, 'administrativeGenderCode')?.attributes.code,
    guardians: (patient ? childrenOf(patient, 'guardian') : []).map((guardian) => ({
      ...nameOf(within(guardian, 'guardianPerson')),
      ...contactOf(guardian),
      relation: within(guardian, 'code')?.attributes.code,
    })),
  }
}

/** Parts of a name stand in any order; of several names the legal one counts. */
function nameOf(person: Element | undefined): Pick<CcdaPatient, 'name' | 'given' | 'family'> {
  const names = person ? childrenOf(person, 'name') : []
  const name = names.find(({ attributes: { use = '' } }) => use.split(/\s+/).includes('L')) ?? names[0]
  if (!name) return { name: '', given: [], family: '' }
  const part = (kind: string) =>
    childrenOf(name, kind)
      .map(textIn)
      .filter((words) => words !== '')
  const [given, family] = [part('given'), part('family').join(' ')]
  const words = [...part('prefix'), ...given, family, ...part('suffix')].filter((each) => each !== '').join(' ')
  return { name: words === '' ? textIn(name) : words, given, family }
}

function contactOf(role: Element | undefined): Pick<CcdaPatient, 'address' | 'phones' | 'email'> {
  const telecoms = (role ? childrenOf(role, 'telecom') : []).map(({ attributes: { value = '', use = '' } }) => ({
    use,
    value: value.trim(),
  }))
  const phones = telecoms.filter(({ value }) => /^(tel:)?[+(\d][\d\s().+-]*$/i.test(value))
  const email = telecoms.map(({ value }) => /^mailto:(\S+@\S+)$/i.exec(value)?.[1]).find((each) => each !== undefined)
  return {
    address: addressOf(within(role, 'addr')),
    phones: phones.map(({ use, value }) => ({ use, number: value.replace(/^tel:/i, '').trim() })),
    email,
  }
}

function addressOf(address: Element | undefined): CcdaPatient['address'] {
  if (!address || address.attributes.nullFlavor !== undefined) return undefined
  const part = (name: string) => textIn(within(address, name))
  return {
    street: childrenOf(address, 'streetAddressLine')
      .map(textIn)
      .filter((line) => line !== ''),
    city: part('city'),
    state: part('state'),
    zip: part('postalCode'),
  }
}

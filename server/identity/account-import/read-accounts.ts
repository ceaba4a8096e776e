import { readCsv } from '../../read-csv.ts'

/** An account of the practice's earlier system. Passwords are never read, hashed or not. */
export interface ImportedAccount {
  /** The line of a CSV file, or the position of an entry in a bundle, from 1. */
  line: number
  login: string
  /** The record server's number of the patient. */
  patientId: string
  /** `yyyy-MM-dd`, or empty. */
  birthDay: string
}

export interface AccountsFile {
  accounts: ImportedAccount[]
  /** Columns that are not imported. */
  ignored: string[]
}

export class UnreadableFile extends Error {}

const columns = ['username', 'patient_number', 'birth_date']

/** Reads a CSV file with the columns `username`, `patient_number` and, if wanted, `birth_date`; or a FHIR bundle. */
export function readAccounts(text: string): AccountsFile {
  return text.trimStart().startsWith('{') ? readBundle(text) : readTable(text)
}

function readTable(text: string): AccountsFile {
  const [head, ...rows] = rowsIn(text)
  const names = head?.cells.map((name) => name.toLowerCase()) ?? []
  for (const needed of ['username', 'patient_number'])
    if (!names.includes(needed)) throw new UnreadableFile(`The first line must name the column ${needed}.`)
  const accounts = rows.map(({ line, cells }) => {
    const cell = (name: string) => cells[names.indexOf(name)] ?? ''
    return { line, login: cell('username'), patientId: cell('patient_number'), birthDay: cell('birth_date') }
  })
  return { accounts, ignored: names.filter((name) => name !== '' && !columns.includes(name)) }
}

function rowsIn(text: string) {
  try {
    return readCsv(text)
  } catch (error) {
    throw new UnreadableFile(error instanceof Error ? error.message : String(error))
  }
}

interface FhirIdentifier {
  system?: string
  value?: string
  type?: { coding?: { code?: string }[] }
}
interface FhirPatient {
  resourceType?: string
  identifier?: FhirIdentifier[]
  telecom?: { system?: string; value?: string }[]
  birthDate?: string
}

/**
 * Patients of a FHIR R4 bundle: the identifier of type MR is the patient's number; the identifier whose system ends
 * with `username` is the username, otherwise the e-mail address.
 */
function readBundle(text: string): AccountsFile {
  const bundle = parsed(text)
  if (bundle.resourceType !== 'Bundle') throw new UnreadableFile('The JSON file is no FHIR bundle.')
  const patients = (bundle.entry ?? []).flatMap(({ resource }, index) =>
    resource?.resourceType === 'Patient' ? [{ line: index + 1, resource }] : [],
  )
  return { accounts: patients.map(({ line, resource }) => ({ line, ...accountOf(resource) })), ignored: [] }
}

function parsed(text: string): { resourceType?: string; entry?: { resource?: FhirPatient }[] } {
  try {
    return JSON.parse(text) as { resourceType?: string } // every member is optional and checked where it is used
  } catch {
    throw new UnreadableFile('The file is neither CSV nor JSON.')
  }
}

function accountOf({ identifier = [], telecom = [], birthDate = '' }: FhirPatient): Omit<ImportedAccount, 'line'> {
  const number = identifier.find(({ type }) => type?.coding?.some(({ code }) => code === 'MR'))
  const username = identifier.find(({ system }) => system?.toLowerCase().endsWith('username'))
  const email = telecom.find(({ system }) => system === 'email')
  return { login: username?.value ?? email?.value ?? '', patientId: number?.value ?? '', birthDay: birthDate }
}

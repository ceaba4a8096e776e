import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import type { AreaDeps } from '../area.ts'
import { InvalidEmrResponse } from '../emr.errors.ts'
import type { Gender } from '../patients/patients.ts'
import { noteOf } from '../wire/note.ts'
import { isDay } from '../wall-clock.ts'

/** A patient among the results of a search (specification 2 §3). */
interface ListedPatient {
  id: string
  /** The record number that patients know; like all that follow the birth date, empty if the record has none. */
  emrId: string
  firstName: string
  lastName: string
  /** `yyyy-MM-dd`. */
  dob: string
  gender: Gender
  email: string
  /** As the record writes it. */
  cellPhone: string
}

/** What the form of the specification searches for; names may be empty or beginnings. */
interface PatientDetails {
  firstName: string
  lastName: string
  /** `yyyy-MM-dd`. */
  dob: string
  /** Any if it is missing. */
  gender?: Gender
}

interface PatientSearch {
  /** Returns patients who fit these details, up to 50; `mayBeMore` if there can be others. Never cached. */
  patientsLike(details: PatientDetails): Promise<{ patients: ListedPatient[]; mayBeMore: boolean }>
  /**
   * Returns a page of the patients who fit a text: names, a birth date, a phone number, an email address or a number. The
   * first page is 1. Undefined if the record server does not know the call. Never cached.
   */
  searchPatients(search: {
    text: string
    page: number
    size: number
  }): Promise<{ patients: ListedPatient[]; total: number } | undefined>
}

const mostPatients = 50
const genders = ['Male', 'Female', 'Unknown'] as const

const ShortNote = Type.Optional(Type.Union([Type.String({ maxLength: 500 }), Type.Null()]))

const WireListed = Type.Object({
  Patient_N: Type.Integer({ minimum: 1, maximum: 999_999_999 }),
  PatientFirstName: Type.String({ maxLength: 500 }),
  PatientLastName: Type.String({ maxLength: 500 }),
  PatientDOB: Type.String({ pattern: '^\\d{4}-\\d{1,2}-\\d{1,2}(T[\\d:.+Z-]*)?$', maxLength: 40 }),
  PatientGender: Type.Optional(
    Type.Union([
      Type.Literal(1),
      Type.Literal(2),
      Type.Literal(3),
      ...genders.map((each) => Type.Literal(each)),
      Type.Null(),
    ]),
  ),
  EMRID: ShortNote,
  PatientEmail: ShortNote,
  PatientCellPhone: ShortNote,
})
type WireListed = Static<typeof WireListed>

const ListAnswer = Compile(Type.Array(WireListed, { maxItems: 1000 }))
const PageAnswer = Compile(
  Type.Object({ Total: Type.Integer({ minimum: 0 }), Items: Type.Array(WireListed, { maxItems: 1000 }) }),
)

/** Makes the calls by which the practice finds a patient. No password that a record server sends is read. */
export function createPatientSearch({ client }: AreaDeps): PatientSearch {
  return {
    patientsLike: async ({ firstName, lastName, dob, gender }) => {
      if (!isDay(dob)) return { patients: [], mayBeMore: false }
      const day = shortDay(dob)
      const rows = await client.read({
        call: 'patient/FindPatient',
        rest: `?${new URLSearchParams({ dob: day })}`,
        byPost: true,
        body: {
          PatientFirstName: firstName.trim(),
          PatientLastName: lastName.trim(),
          PatientDOB: day,
          PatientGender: gender === undefined ? '' : (genders[gender - 1] ?? ''),
        },
        answer: ListAnswer,
      })
      return { patients: rows.slice(0, mostPatients).map(listedPatient), mayBeMore: rows.length >= mostPatients }
    },
    searchPatients: async ({ text, page, size }) => {
      if (text.trim() === '') return { patients: [], total: 0 }
      const answer = await client.find({
        call: 'Patient/Search',
        byPost: true,
        body: { Text: text.trim(), Page: page, PageSize: size },
        answer: PageAnswer,
      })
      return answer && { patients: answer.Items.slice(0, size).map(listedPatient), total: answer.Total }
    },
  }
}

/** As the specification writes days in this call: `1984-6-21` (2 §7.4). */
const shortDay = (day: string) => day.replaceAll('-0', '-')

const listedPatient = (row: WireListed): ListedPatient => ({
  id: String(row.Patient_N),
  emrId: noteOf(row.EMRID) ?? '',
  firstName: row.PatientFirstName.trim(),
  lastName: row.PatientLastName.trim(),
  dob: longDay(row.PatientDOB),
  gender: genderOf(row.PatientGender),
  email: noteOf(row.PatientEmail) ?? '',
  cellPhone: noteOf(row.PatientCellPhone) ?? '',
})

function longDay(written: string): string {
  const [year = '', month = '', day = ''] = written.replace(/T.*/, '').split('-')
  const whole = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
  if (!isDay(whole)) throw new InvalidEmrResponse('a search for patients', 'no such birth date')
  return whole
}

function genderOf(written: WireListed['PatientGender']): Gender {
  if (typeof written === 'number') return written
  if (written === 'Male') return 1
  return written === 'Female' ? 2 : 3
}

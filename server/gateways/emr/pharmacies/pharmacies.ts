import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import type { AreaDeps } from '../area.ts'
import { recordNumber } from '../record-number.ts'
import { DoneAnswer } from '../wire/answers.ts'
import { Note, noteOf } from '../wire/note.ts'

/** A pharmacy that patients can choose (specification 2 §3). */
export interface Pharmacy {
  id: string
  name: string
  /** Like all that follow: empty if the record has none. */
  address: string
  city: string
  /** Two letters. */
  state: string
  zip: string
  /** As the record writes them. */
  phone: string
  fax: string
}

/** What is searched for, as parts of what a pharmacy has. */
export type PharmacySearch = Partial<Omit<Pharmacy, 'id'>>

/** The nearest first. */
export interface PharmacyCorrections {
  names: string[]
  zips: string[]
}

interface Pharmacies {
  /**
   * Returns pharmacies that fit all parts of a search, up to 50; `mayBeMore` if there can be others.
   * None if nothing is searched for.
   */
  pharmacies(search: PharmacySearch): Promise<{ pharmacies: Pharmacy[]; mayBeMore: boolean }>
  /**
   * Returns names and ZIP codes that may have been meant in a search without a result. Each of them, in place of the one
   * of the search, has a result. None if the record server does not know the call.
   */
  pharmacyCorrections(search: PharmacySearch): Promise<PharmacyCorrections>
  /** Returns the pharmacy that a patient has chosen, if any. Never cached. */
  pharmacyOf(patientId: string): Promise<Pharmacy | undefined>
  /**
   * Chooses a pharmacy among those that a search finds; choosing it again changes nothing. Returns undefined if the
   * search does not find it or the record server does not know it or the patient. After an EmrError with
   * `mayHaveHappened` call pharmacyOf, or choose again.
   */
  choosePharmacy(choice: {
    patientId: string
    pharmacyId: string
    search: PharmacySearch
  }): Promise<Pharmacy | undefined>
}

const mostPharmacies = 50
const mostCorrections = 3

const WirePharmacy = Type.Object({
  ID: Type.Integer({ minimum: 1 }),
  RcopiaID: Type.String({ minLength: 1, maxLength: 100 }),
  NCPDPID: Type.String({ minLength: 1, maxLength: 100 }),
  Name: Type.String({ minLength: 1, maxLength: 500 }),
  Address1: Note,
  City: Note,
  State: Note,
  Zip: Note,
  Phone: Note,
  Fax: Note,
})
type WirePharmacy = Static<typeof WirePharmacy>

const ListAnswer = Compile(Type.Array(WirePharmacy))
const ChosenAnswer = Compile(Type.Union([Type.Null(), WirePharmacy]))

const CorrectionsAnswer = Compile(
  Type.Object({
    Names: Type.Array(Type.String({ minLength: 1, maxLength: 500 })),
    Zips: Type.Array(Type.String({ minLength: 1, maxLength: 20 })),
  }),
)

const parameters = {
  name: 'Name',
  address: 'Address',
  city: 'City',
  state: 'State',
  zip: 'Zip',
  phone: 'Phone',
  fax: 'Fax',
} as const satisfies Record<keyof PharmacySearch, string>
const parts = Object.keys(parameters) as (keyof PharmacySearch)[] // the keys of that record

/** Makes the calls for pharmacies and the one that a patient has chosen. */
export function createPharmacies({ client }: AreaDeps): Pharmacies {
  async function find(search: PharmacySearch): Promise<WirePharmacy[]> {
    const rest = queryOf(search)
    if (rest === undefined) return []
    // The specification sends it as POST (2 §7.2); it changes nothing, so it is treated as a read.
    return client.read({ call: 'findPharmacy', rest, byPost: true, answer: ListAnswer })
  }
  return {
    pharmacies: async (search) => {
      const all = await find(search)
      return { pharmacies: all.slice(0, mostPharmacies).map(pharmacyIn), mayBeMore: all.length >= mostPharmacies }
    },
    pharmacyCorrections: async (search) => {
      const rest = queryOf(search)
      if (rest === undefined) return { names: [], zips: [] }
      const answer = await client.find({ call: 'SuggestPharmacies', rest, answer: CorrectionsAnswer })
      return {
        names: (answer?.Names ?? []).slice(0, mostCorrections),
        zips: (answer?.Zips ?? []).slice(0, mostCorrections),
      }
    },
    pharmacyOf: async (patientId) => {
      const number = recordNumber(patientId)
      if (number === undefined) return undefined
      const row = await client.read({ call: 'GetPharmacy', rest: `?patient_n=${number}`, answer: ChosenAnswer })
      return row ? pharmacyIn(row) : undefined
    },
    choosePharmacy: async ({ patientId, pharmacyId, search }) => {
      const number = recordNumber(patientId)
      const row = (await find(search)).find(({ ID: id }) => String(id) === pharmacyId)
      if (number === undefined || !row) return undefined
      const done = await client.writeTo({
        call: 'UpdatePharmacy',
        rest: `?patient_id=${number}`,
        method: 'POST',
        body: {
          PHARMACY_RCOPIAID: row.RcopiaID,
          PHARMACY_DESCRIPTION: descriptionOf(row),
          PHARMACY_NAME: row.Name,
          PHARMACY_NCPDPID: row.NCPDPID,
        },
        answer: DoneAnswer,
      })
      return done ? pharmacyIn(row) : undefined
    },
  }
}

/** All seven parts, also the empty ones; undefined if all are empty. */
function queryOf(search: PharmacySearch): string | undefined {
  const query = parts.map((part): [string, string] => [parameters[part], search[part]?.trim() ?? ''])
  return query.every(([, text]) => text === '') ? undefined : `?${new URLSearchParams(query)}`
}

const pharmacyIn = (row: WirePharmacy): Pharmacy => ({
  id: String(row.ID),
  name: row.Name,
  address: noteOf(row.Address1) ?? '',
  city: noteOf(row.City) ?? '',
  state: noteOf(row.State) ?? '',
  zip: noteOf(row.Zip) ?? '',
  phone: noteOf(row.Phone) ?? '',
  fax: noteOf(row.Fax) ?? '',
})

function descriptionOf({ Name: name, Address1: address, City: city, State: state, Zip: zip }: WirePharmacy): string {
  return [name, address, city, `${state ?? ''} ${zip ?? ''}`]
    .map((each) => each?.trim())
    .filter(Boolean)
    .join(', ')
}

import Type from 'typebox'
import { Compile } from 'typebox/compile'
import type { AreaDeps } from '../area.ts'
import { recordNumber } from '../record-number.ts'
import { dayIn, WireDate } from '../wire/instant.ts'
import { Note, noteOf } from '../wire/note.ts'

/** What a patient takes (specification 2 §3). */
export interface Medication {
  id: string
  name: string
  /** Like dosage and pharmacy: empty if the record has none. */
  strength: string
  dosage: string
  /** The name of the pharmacy. */
  pharmacy: string
  /** `yyyy-MM-dd`; empty if the record has none. */
  createdOn: string
  changedOn: string
}

interface Medications {
  /** Returns the medications of a patient, by name. Never cached. */
  medications(patientId: string): Promise<Medication[]>
}

const Answer = Compile(
  Type.Array(
    Type.Object({
      ID: Type.Integer({ minimum: 1 }),
      Name: Type.String({ minLength: 1, maxLength: 500 }),
      Strength: Note,
      Dosage: Note,
      ModifyDate: WireDate,
      CreateDate: WireDate,
      Pharmacy: Note,
    }),
  ),
)

const call = 'Medications/GetMedications'

/** Makes the call for what a patient takes. */
export function createMedications({ client }: AreaDeps): Medications {
  return {
    medications: async (patientId) => {
      const number = recordNumber(patientId)
      if (number === undefined) return []
      const rest = `?patient_n=${number}`
      const all = await client.read({ call, rest, answer: Answer })
      return all
        .map((row) => ({
          id: String(row.ID),
          name: row.Name,
          strength: noteOf(row.Strength) ?? '',
          dosage: noteOf(row.Dosage) ?? '',
          pharmacy: noteOf(row.Pharmacy) ?? '',
          createdOn: dayIn(row.CreateDate, call),
          changedOn: dayIn(row.ModifyDate, call),
        }))
        .toSorted((one, other) => one.name.localeCompare(other.name, 'en') || Number(one.id) - Number(other.id))
    },
  }
}

import Type from 'typebox'
import { Compile } from 'typebox/compile'
import type { AreaDeps } from '../area.ts'
import { recordNumber } from '../record-number.ts'
import { partialDayIn, WireDate } from '../wire/instant.ts'
import { Note, noteOf } from '../wire/note.ts'

/** What a patient does not tolerate. Texts are empty if the record has none. */
export interface Allergy {
  id: string
  substance: string
  /** Of a coding system, whose URI is `codeSystem`. */
  code: string
  codeSystem: string
  reaction: string
  severity: 'mild' | 'moderate' | 'severe' | undefined
  status: 'active' | 'inactive' | 'resolved'
  isConfirmed: boolean
  /** `yyyy`, `yyyy-MM` or `yyyy-MM-dd`. */
  onset: string
  recordedOn: string
}

interface Allergies {
  /** Returns the allergies of a patient, by substance. Never cached. */
  allergies(patientId: string): Promise<Allergy[]>
}

const severities = ['mild', 'moderate', 'severe'] as const

const Answer = Compile(
  Type.Array(
    Type.Object({
      ID: Type.Integer({ minimum: 1 }),
      Substance: Type.String({ minLength: 1, maxLength: 500 }),
      Code: Note,
      CodeSystem: Note,
      Reaction: Note,
      Severity: Note,
      Status: Type.Union([Type.Literal('active'), Type.Literal('inactive'), Type.Literal('resolved')]),
      IsConfirmed: Type.Union([Type.Literal(0), Type.Literal(1)]),
      OnsetDate: WireDate,
      RecordedDate: WireDate,
    }),
  ),
)

const call = 'Allergies/GetAllergies'

/** Makes the call for what a patient does not tolerate. */
export function createAllergies({ client }: AreaDeps): Allergies {
  return {
    allergies: async (patientId) => {
      const number = recordNumber(patientId)
      if (number === undefined) return []
      const rest = `?patient_n=${number}`
      const all = await client.read({ call, rest, answer: Answer })
      return all
        .map((row) => ({
          id: String(row.ID),
          substance: row.Substance,
          code: noteOf(row.Code) ?? '',
          codeSystem: noteOf(row.CodeSystem) ?? '',
          reaction: noteOf(row.Reaction) ?? '',
          severity: severities.find((each) => each === noteOf(row.Severity)),
          status: row.Status,
          isConfirmed: row.IsConfirmed === 1,
          onset: partialDayIn(row.OnsetDate, call),
          recordedOn: partialDayIn(row.RecordedDate, call),
        }))
        .toSorted((a, b) => a.substance.localeCompare(b.substance, 'en') || Number(a.id) - Number(b.id))
    },
  }
}

import Type from 'typebox'
import { Compile } from 'typebox/compile'
import type { AreaDeps } from '../area.ts'
import { recordNumber } from '../record-number.ts'
import { partialDayIn, WireDate } from '../wire/instant.ts'
import { Note, noteOf } from '../wire/note.ts'

/** A diagnosis or a problem of a patient. Texts are empty if the record has none. */
export interface Condition {
  id: string
  name: string
  /** Of a coding system, whose URI is `codeSystem`. */
  code: string
  codeSystem: string
  status: 'active' | 'inactive' | 'resolved'
  isConfirmed: boolean
  /** True for the diagnosis of one visit, false for a problem that the office keeps in view. */
  isOfVisit: boolean
  /** `yyyy`, `yyyy-MM` or `yyyy-MM-dd`. */
  onset: string
  abatement: string
  recordedOn: string
}

interface Conditions {
  /** Returns the conditions of a patient: the active ones first, then by name. Never cached. */
  conditions(patientId: string): Promise<Condition[]>
}

const Flag = Type.Union([Type.Literal(0), Type.Literal(1)])

const Answer = Compile(
  Type.Array(
    Type.Object({
      ID: Type.Integer({ minimum: 1 }),
      Name: Type.String({ minLength: 1, maxLength: 500 }),
      Code: Note,
      CodeSystem: Note,
      Status: Type.Union([Type.Literal('active'), Type.Literal('inactive'), Type.Literal('resolved')]),
      IsConfirmed: Flag,
      IsOfVisit: Flag,
      OnsetDate: WireDate,
      AbatementDate: WireDate,
      RecordedDate: WireDate,
    }),
  ),
)

const call = 'Conditions/GetConditions'

/** Makes the call for the diagnoses and problems of a patient. */
export function createConditions({ client }: AreaDeps): Conditions {
  return {
    conditions: async (patientId) => {
      const number = recordNumber(patientId)
      if (number === undefined) return []
      const rest = `?patient_n=${number}`
      const all = await client.read({ call, rest, answer: Answer })
      return all
        .map((row) => ({
          id: String(row.ID),
          name: row.Name,
          code: noteOf(row.Code) ?? '',
          codeSystem: noteOf(row.CodeSystem) ?? '',
          status: row.Status,
          isConfirmed: row.IsConfirmed === 1,
          isOfVisit: row.IsOfVisit === 1,
          onset: partialDayIn(row.OnsetDate, call),
          abatement: partialDayIn(row.AbatementDate, call),
          recordedOn: partialDayIn(row.RecordedDate, call),
        }))
        .toSorted(activeFirst)
    },
  }
}

const activeFirst = (one: Condition, other: Condition) =>
  Number(other.status === 'active') - Number(one.status === 'active') ||
  one.name.localeCompare(other.name, 'en') ||
  Number(one.id) - Number(other.id)

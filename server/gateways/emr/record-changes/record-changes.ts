import Type from 'typebox'
import { Compile } from 'typebox/compile'
import type { AreaDeps } from '../area.ts'
import { recordNumber } from '../record-number.ts'

/** A part of a patient's record in which something was added, changed or withdrawn. */
interface RecordChange {
  patientId: string
  kind: 'testResults' | 'clinicalDocuments' | 'labOrders' | 'medications' | 'pharmacy' | 'visitRecords'
}

interface Changes {
  place: string
  changes: RecordChange[]
  /** False if the record server answers at once, whatever `wait` is, or does not know the call. */
  waits: boolean
}

interface Wait {
  /** Record servers wait for up to 30. */
  waitSeconds: number
  /** Ends the call, which throws then. */
  stop?: AbortSignal
}

interface RecordChanges {
  /**
   * Returns what changed after a place, and the place to go on after. Without a place to begin with it returns no
   * changes. With `wait`, the record server holds the call until there is one.
   */
  recordChanges(after: string | undefined, wait: Wait): Promise<Changes>
}

const Count = Type.Integer({ minimum: 0, maximum: 2_147_483_647 })

const Answer = Compile(
  Type.Object({
    LAST_CHANGE: Count,
    Changes: Type.Array(Type.Object({ PATIENT_N: Type.Integer({ minimum: 1 }), KIND: Type.String() })),
    /** Missing where the record server does not know `wait`. */
    WAITS: Type.Optional(Type.Boolean()),
  }),
)

const kinds: Readonly<Record<string, RecordChange['kind']>> = {
  RESULT: 'testResults',
  DOCUMENT: 'clinicalDocuments',
  LAB_ORDER: 'labOrders',
  MEDICATION: 'medications',
  PHARMACY: 'pharmacy',
  VISIT_RECORD: 'visitRecords',
}

/** Makes the call for changes in the records of patients. */
export function createRecordChanges({ client }: AreaDeps): RecordChanges {
  const call = 'GetRecordChanges'
  return {
    recordChanges: async (after, { waitSeconds, stop }) => {
      const from = after === undefined ? '' : `after_change=${recordNumber(after) ?? 0}&`
      const read = { call, rest: `?${from}wait=${waitSeconds}`, answer: Answer }
      // The first call is not held, and shows whether the record server knows it.
      const answer = await (after === undefined
        ? client.find(read)
        : client.readHeld(read, { holdMs: waitSeconds * 1000, stop }))
      if (!answer) return { place: '', changes: [], waits: false }
      return {
        place: String(answer.LAST_CHANGE),
        changes: answer.Changes.flatMap(({ PATIENT_N: patientN, KIND }) => {
          const kind = Object.hasOwn(kinds, KIND) ? kinds[KIND] : undefined
          return kind ? [{ patientId: String(patientN), kind }] : []
        }),
        waits: answer.WAITS === true,
      }
    },
  }
}

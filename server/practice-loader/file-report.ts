import Type, { type Static } from 'typebox'

const Count = Type.Object({ fresh: Type.Integer(), known: Type.Integer() })
export type Count = Static<typeof Count>

const Tally = Type.Record(Type.String(), Type.Integer())

export const LoadedPatient = Type.Object({
  patientN: Type.Integer(),
  emrId: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  /** The value without which sign-up cannot locate the record. */
  missing: Type.Optional(Type.String()),
})
export type LoadedPatient = Static<typeof LoadedPatient>

/** The result of loading one file. */
export const FileReport = Type.Object({
  facilities: Count,
  providers: Count,
  patients: Count,
  appointments: Count,
  charges: Count,
  insurances: Count,
  testResults: Count,
  labOrders: Count,
  clinicalDocuments: Count,
  medications: Count,
  allergies: Count,
  conditions: Count,
  visitRecords: Count,
  pharmacies: Count,
  /** Resources in the file, by type. */
  read: Tally,
  /** Resources that were left out, by reason. */
  skipped: Tally,
  /** C-CDA documents, by how their patients were matched. */
  matched: Tally,
  /** All patients of the file, also those known before. */
  people: Type.Array(LoadedPatient),
  /** Loaded providers who cannot be booked, because no place of work is known. */
  withoutPlace: Type.Integer(),
})
export type FileReport = Static<typeof FileReport>

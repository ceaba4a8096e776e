import Type, { type Static } from 'typebox'

const Count = Type.Object({ fresh: Type.Integer(), known: Type.Integer() })
export type Count = Static<typeof Count>

const Tally = Type.Record(Type.String(), Type.Integer())

export const LoadedPatient = Type.Object({
  patientN: Type.Integer(),
  emrId: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  /** What keeps the record from being found at sign-up. */
  missing: Type.Optional(Type.String()),
})
export type LoadedPatient = Static<typeof LoadedPatient>

/** What became of one file that was loaded. */
export const FileReport = Type.Object({
  facilities: Count,
  providers: Count,
  patients: Count,
  appointments: Count,
  /** Resources of each type in the file. */
  read: Tally,
  /** Resources that were left out, by the reason. */
  skipped: Tally,
  /** All patients of the file, also those known before. */
  people: Type.Array(LoadedPatient),
  /** Loaded providers whom nobody can book, because nothing says where they work. */
  withoutPlace: Type.Integer(),
})
export type FileReport = Static<typeof FileReport>

import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { WireDate } from '../wire/instant.ts'
import { Note } from '../wire/note.ts'

const Bit = Type.Union([Type.Literal(0), Type.Literal(1)])

/** Record servers that say nothing send what is final. */
const Status = Type.Optional(
  Type.Union([
    Type.Literal('final'),
    Type.Literal('preliminary'),
    Type.Literal('corrected'),
    Type.Literal('cancelled'),
  ]),
)

const WireResult = Type.Object({
  DocumentID: Type.Integer({ minimum: 1 }),
  EMRID: Type.String({ minLength: 1, maxLength: 200 }),
  PatientID: Type.Integer({ minimum: 1 }),
  TestType: Type.String({ minLength: 1, maxLength: 200 }),
  Physician: Note,
  TestDate: WireDate,
  IsReviewed: Bit,
  AcknowledgedOn: WireDate,
  Annotation: Note,
  RELEASED_AT: WireDate,
  IS_PENDING_REVIEW: Bit,
  STATUS: Status,
})
export type WireResult = Static<typeof WireResult>

const Limit = Type.Optional(Type.Union([Type.Number(), Type.Null()]))

const WireObservation = Type.Object({
  DocumentID: Type.Integer({ minimum: 1 }),
  CODE: Note,
  NAME: Type.String({ minLength: 1, maxLength: 200 }),
  VALUE: Limit,
  VALUE_TEXT: Note,
  UNIT: Note,
  REFERENCE_LOW: Limit,
  REFERENCE_HIGH: Limit,
  REFERENCE_TEXT: Note,
  FLAG: Type.Union(['', 'N', 'L', 'H', 'LL', 'HH', 'A'].map((flag) => Type.Literal(flag))),
  STATUS: Status,
  TAKEN_AT: WireDate,
})
export type WireObservation = Static<typeof WireObservation>

const Count = Type.Integer({ minimum: 0 })
const WirePage = Type.Object({ Total: Count, New: Count, New_Pending: Count, Items: Type.Array(WireResult) })

export const ResultsAnswer = Compile(Type.Array(WireResult))
/** Record servers that know no pages send all. */
export const ResultPageAnswer = Compile(Type.Union([WirePage, Type.Array(WireResult)]))
export const ObservationsAnswer = Compile(Type.Array(WireObservation))
export const AcknowledgedAnswer = Compile(Type.Object({ AcknowledgedOn: WireDate }))

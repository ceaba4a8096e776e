import Type from 'typebox'
import { Compile } from 'typebox/compile'
import type { AreaDeps } from '../area.ts'
import { InvalidEmrResponse } from '../emr.errors.ts'
import type { Content } from '../exchange.ts'
import { createPatients } from '../patients/patients.ts'
import { recordNumber } from '../record-number.ts'
import { DoneAnswer, TextAnswer } from '../wire/answers.ts'
import { instantIn, WireDate } from '../wire/instant.ts'

/** A file for the patient's chart. */
interface DocumentFile {
  /** The portal's own id of the document: sending it again adds no second document. */
  reference: string
  category: string
  /** The description, if the category does not say what it is. */
  other: string
  fileName: string
  type: 'application/pdf' | 'image/png' | 'image/jpeg'
  content: Buffer
}

interface VisitDocument extends DocumentFile {
  appointmentId: string
  /** From documentToken. */
  token: string
}

interface ChartDocument extends DocumentFile {
  patientId: string
}

/** A document that was added to the chart of a patient. */
export interface ChartEntry {
  id: string
  category: string
  /** The description, if the category does not say what it is. */
  other: string
  fileName: string
  type: string
  bytes: number
  /** An instant; empty if the record has none. */
  addedAt: string
}

/** `infected` if the record server's own scan reports a virus, `unknown` for an unknown appointment or patient. */
type DocumentOutcome = 'stored' | 'infected' | 'unauthorised' | 'unknown'

interface Documents {
  /** The document categories that the practice accepts, in its order. */
  documentCategories(): Promise<string[]>
  /** Returns a short-lived token for adding documents to one appointment; undefined for an unknown appointment. */
  documentToken(appointmentId: string): Promise<string | undefined>
  /**
   * Adds a document of an appointment once per `reference`; after an EmrError with `mayHaveHappened` it can safely be sent
   * again.
   */
  addDocument(document: VisitDocument): Promise<DocumentOutcome>
  /** The same for a document of a patient without an appointment. */
  addChartDocument(document: ChartDocument): Promise<DocumentOutcome>
  /**
   * Returns the documents that were added to the chart of a patient, the latest first; undefined if the record server
   * does not list them. Never cached.
   */
  chartDocuments(patientId: string): Promise<ChartEntry[] | undefined>
  /** Returns one with its content; undefined if it is not in the list of this patient. */
  chartDocument(ref: {
    patientId: string
    documentId: string
  }): Promise<{ entry: ChartEntry; content: Buffer } | undefined>
}

/** Sending several megabytes takes time. */
const sendWithinMs = 30_000
const bytesInMb = 1_048_576
/** A picture that is drawn anew can be longer than the file that was sent. */
const mostStoredBytes = 64 * bytesInMb

const listCall = 'GetChartDocuments'
const ListAnswer = Compile(
  Type.Array(
    Type.Object({
      DOCUMENT_N: Type.Integer({ minimum: 1 }),
      DocumentType: Type.String({ maxLength: 200 }),
      OtherDocument: Type.String({ maxLength: 200 }),
      FileName: Type.String({ minLength: 1, maxLength: 200 }),
      FileType: Type.String({ pattern: '^[a-z]+/[a-z0-9.+-]+$', maxLength: 100 }),
      FileSize: Type.Number({ minimum: 0 }),
      ReceivedAt: WireDate,
    }),
  ),
)

/** Makes the calls that add documents to charts. */
export function createDocuments(deps: AreaDeps): Documents {
  const { client } = deps
  const { patient } = createPatients(deps)

  async function chartDocuments(patientId: string): Promise<ChartEntry[] | undefined> {
    const number = recordNumber(patientId)
    if (number === undefined) return []
    const rows = await client.find({ call: listCall, rest: `?patient_n=${number}`, answer: ListAnswer })
    return rows
      ?.map((row) => ({
        id: String(row.DOCUMENT_N),
        category: row.DocumentType,
        other: row.OtherDocument,
        fileName: row.FileName,
        type: row.FileType,
        bytes: Math.round(row.FileSize * bytesInMb),
        addedAt: instantIn(row.ReceivedAt, listCall),
      }))
      .toSorted((one, other) => other.addedAt.localeCompare(one.addedAt) || Number(other.id) - Number(one.id))
  }

  async function add(call: string, { content, headers = {} }: { content: Content; headers?: Record<string, string> }) {
    try {
      const sent = { call, method: 'POST', headers, timeoutMs: sendWithinMs, content, answer: DoneAnswer } as const
      return (await client.writeTo(sent)) ? 'stored' : 'unknown'
    } catch (error) {
      const outcome = error instanceof InvalidEmrResponse && refusals[error.status ?? 0]
      if (!outcome) throw error
      return outcome
    }
  }

  return {
    documentCategories: async () => {
      const text = await client.read({ call: 'Provider/GetDocumentCategories', answer: TextAnswer })
      const names = text.split(',').map((name) => name.trim())
      return [...new Set(names.filter((name) => name !== ''))]
    },
    documentToken: async (appointmentId) => {
      const rest = `/${recordNumber(appointmentId) ?? 0}`
      return (await client.find({ call: 'GetAuthenticationToken', rest, answer: TextAnswer })) || undefined
    },
    addDocument: async ({ appointmentId, token, ...file }) => {
      const owner = { Appointment_N: recordNumber(appointmentId) ?? 0 }
      return add('Convertbase64ToImage', { headers: { token }, content: bodyOf(file, { list: owner, file: owner }) })
    },
    addChartDocument: async ({ patientId, ...file }) => {
      const emrId = (await patient(patientId))?.emrId
      if (!emrId) return 'unknown'
      const owner = { list: { EMRID: emrId }, file: { Patient_N: recordNumber(patientId) ?? 0 } }
      return add('UploadDocuments', { content: bodyOf(file, owner) })
    },
    chartDocuments,
    chartDocument: async ({ patientId, documentId }) => {
      const entry = (await chartDocuments(patientId))?.find(({ id }) => id === documentId)
      const content = entry && (await client.file(`/api/GetChartDocument?document_n=${entry.id}`, mostStoredBytes))
      return content && { entry, content }
    },
  }
}

/** Specification 1 §8: 400 means a virus. */
const refusals: Record<number, DocumentOutcome> = { 400: 'infected', 401: 'unauthorised', 403: 'unauthorised' }

/** Divisible by three, so that the encoded chunks join to one base64 text. */
const pieceBytes = 48 * 1024

/** What says to whom documents belong, of the list and of each file in it. */
interface Owner {
  list: object
  file: object
}

/** Yields the body in chunks: as one text it would take several times the size of the file in memory. */
function bodyOf({ reference, category, other, fileName, type, content }: DocumentFile, owner: Owner): Content {
  const file = {
    DocumentType: category,
    OtherDocument: other,
    FileName: fileName,
    FileType: type,
    FileSize: Number((content.length / bytesInMb).toFixed(3)),
    ...owner.file,
    Reference: reference,
    Base64EncodedFile: '',
  }
  const frame = JSON.stringify({ ...owner.list, Files: [file] })
  const end = '"}]}'
  const start = Buffer.from(frame.slice(0, -end.length))
  return {
    bytes: start.length + Math.ceil(content.length / 3) * 4 + end.length,
    *pieces() {
      yield start
      for (let at = 0; at < content.length; at += pieceBytes)
        yield Buffer.from(content.subarray(at, at + pieceBytes).toString('base64'), 'latin1')
      yield Buffer.from(end)
    },
  }
}

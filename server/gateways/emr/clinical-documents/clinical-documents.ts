import Type from 'typebox'
import { Compile } from 'typebox/compile'
import type { AreaDeps } from '../area.ts'
import { InvalidEmrResponse } from '../emr.errors.ts'
import type { PdfRequest } from '../open-pdf.ts'
import { mostFileBytes, type PdfFile } from '../pdf-file.ts'
import { recordNumber } from '../record-number.ts'
import { dayIn, WireDate } from '../wire/instant.ts'

/** A note that the office wrote about a visit (specification 2 §3). */
export interface ClinicalDocument {
  id: string
  /** `Visit note` */
  category: string
  /** `yyyy-MM-dd`; empty if the record has none. */
  day: string
  /** False while the provider is still writing it. */
  isComplete: boolean
}

interface DocumentRef {
  patientId: string
  documentId: string
}

interface ClinicalDocuments {
  /** Returns the documents of a patient, the latest first. Never cached. */
  clinicalDocuments(patientId: string): Promise<ClinicalDocument[]>
  /**
   * Returns a document with its content as HTML, just as the record server sends it: clean it before it is shown.
   * Undefined if it is not in the list of this patient; without `html` if the record server has none of it.
   */
  clinicalDocumentHtml(ref: DocumentRef): Promise<{ document: ClinicalDocument; html?: string } | undefined>
  /** Returns whether there is a PDF. Throws UnusablePdf for one that no viewer would show. */
  clinicalDocumentWithPdf(ref: DocumentRef): Promise<{ document: ClinicalDocument; hasPdf: boolean } | undefined>
  /**
   * Returns a PNG, JPEG or GIF, by its bytes, to which a document refers by this address; undefined if it is none, is
   * longer than 1 MB, or is not at the record server.
   */
  documentPicture(address: string): Promise<{ type: string; content: Buffer } | undefined>
  /** The same as a PDF, or a piece of it, as it arrives. Throws UnusablePdf and RangeNotSatisfiable. */
  clinicalDocumentPdf(
    ref: DocumentRef,
    request?: PdfRequest,
  ): Promise<{ document: ClinicalDocument; pdf?: PdfFile } | undefined>
}

const Answer = Compile(
  Type.Array(
    Type.Object({
      CATEGORY_N: Type.Integer(),
      CATEGORY_LABEL: Type.String({ minLength: 1, maxLength: 200 }),
      SESSION_N: Type.Integer({ minimum: 1 }),
      SESSION_DATE: WireDate,
      IS_NOTE_COMPLETE_FLAG: Type.Union([Type.Literal(0), Type.Literal(1)]),
    }),
  ),
)

const mostPictureBytes = 1024 * 1024
/** What a picture begins with, in hexadecimal digits. */
const beginnings = [
  { type: 'image/png', begin: '89504e470d0a1a0a' },
  { type: 'image/jpeg', begin: 'ffd8ff' },
  { type: 'image/gif', begin: '47494638' },
] as const

const listCall = 'Patient/GetClinicalDocuments'
const contentCall = 'Patient/GetClinicalDocument'

/** Makes the calls for notes about visits. */
export function createClinicalDocuments({ client }: AreaDeps): ClinicalDocuments {
  async function clinicalDocuments(patientId: string): Promise<ClinicalDocument[]> {
    const number = recordNumber(patientId)
    if (number === undefined) return []
    const all = await client.read({ call: listCall, rest: `?patient_n=${number}`, answer: Answer })
    return all
      .map((row) => ({
        id: String(row.SESSION_N),
        category: row.CATEGORY_LABEL,
        day: dayIn(row.SESSION_DATE, listCall),
        isComplete: row.IS_NOTE_COMPLETE_FLAG === 1,
      }))
      .toSorted((one, other) => other.day.localeCompare(one.day) || Number(other.id) - Number(one.id))
  }
  /** The record server returns content by session alone: the list says whose it is. */
  const ownDocument = async ({ patientId, documentId }: DocumentRef) =>
    (await clinicalDocuments(patientId)).find(({ id }) => id === documentId)
  return {
    clinicalDocuments,
    clinicalDocumentHtml: async (ref) => {
      const document = await ownDocument(ref)
      if (!document) return undefined
      const file = await client.file(`/api/${contentCall}/html?session_n=${document.id}`, mostFileBytes)
      return file ? { document, html: htmlIn(file) } : { document }
    },
    clinicalDocumentWithPdf: async (ref) => {
      const document = await ownDocument(ref)
      return document && { document, hasPdf: await client.hasPdf(`/api/${contentCall}?session_n=${document.id}`) }
    },
    documentPicture: async (address) => {
      const path = client.pathOfLink(address)
      const content = path === undefined ? undefined : await client.file(path, mostPictureBytes)
      const begin = content?.subarray(0, 8).toString('hex') ?? ''
      const type = beginnings.find((each) => begin.startsWith(each.begin))?.type
      return content && type ? { type, content } : undefined
    },
    clinicalDocumentPdf: async (ref, request) => {
      const document = await ownDocument(ref)
      if (!document) return undefined
      const pdf = await client.pdf(`/api/${contentCall}?session_n=${document.id}`, request)
      return pdf ? { document, pdf } : { document }
    },
  }
}

function htmlIn(file: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    throw new InvalidEmrResponse(`${contentCall}/html`, 'not UTF-8')
  }
}

import Type from 'typebox'
import { Compile } from 'typebox/compile'
import type { AreaDeps } from '../area.ts'
import type { PdfRequest } from '../open-pdf.ts'
import type { PdfFile } from '../pdf-file.ts'
import { recordNumber } from '../record-number.ts'
import { dayIn, WireDate } from '../wire/instant.ts'

/** An order to a laboratory (specification 2 §3). */
export interface LabOrder {
  id: string
  /** `yyyy-MM-dd`; empty if the record has none. */
  day: string
  laboratory: string
  /** Empty if the record names none. */
  physician: string
}

interface LabOrders {
  /** Returns the lab orders of a patient, the latest first. Never cached. */
  labOrders(patientId: string): Promise<LabOrder[]>
  /**
   * Returns a lab order with its PDF, or the requested piece of it, as it arrives; undefined if it is not in the list of
   * this patient, without `pdf` if there is no document of it. Throws UnusablePdf and RangeNotSatisfiable.
   */
  labOrderPdf(ref: LabOrderRef, request?: PdfRequest): Promise<{ labOrder: LabOrder; pdf?: PdfFile } | undefined>
  /** The same without the content. Throws UnusablePdf for a document that no viewer would show. */
  labOrderWithPdf(ref: LabOrderRef): Promise<{ labOrder: LabOrder; hasPdf: boolean } | undefined>
}

interface LabOrderRef {
  patientId: string
  labOrderId: string
}

const Answer = Compile(
  Type.Array(
    Type.Object({
      LAB_ORDER_N: Type.Integer({ minimum: 1 }),
      LAB_ORDER_MODIFY_DATE: WireDate,
      LABORATORY_NAME: Type.String({ minLength: 1, maxLength: 200 }),
      EMPLOYEE_FIRST_NAME: Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Null()])),
    }),
  ),
)

const listCall = 'Patient/GetLabOrders'
const contentCall = 'Patient/GetLabOrder'

/** Makes the calls for orders to laboratories. */
export function createLabOrders({ client }: AreaDeps): LabOrders {
  async function labOrders(patientId: string): Promise<LabOrder[]> {
    const number = recordNumber(patientId)
    if (number === undefined) return []
    const all = await client.read({ call: listCall, rest: `?patient_n=${number}`, answer: Answer })
    return all
      .map((row) => ({
        id: String(row.LAB_ORDER_N),
        day: dayIn(row.LAB_ORDER_MODIFY_DATE, listCall),
        laboratory: row.LABORATORY_NAME,
        physician: row.EMPLOYEE_FIRST_NAME ?? '',
      }))
      .toSorted((one, other) => other.day.localeCompare(one.day) || Number(other.id) - Number(one.id))
  }
  /** The record server returns content by order alone: the list says whose it is. */
  const ownOrder = async ({ patientId, labOrderId }: LabOrderRef) =>
    (await labOrders(patientId)).find(({ id }) => id === labOrderId)
  const pdfPath = ({ id }: LabOrder) => `/api/${contentCall}?laborder_n=${id}`
  return {
    labOrders,
    labOrderPdf: async (ref, request) => {
      const labOrder = await ownOrder(ref)
      if (!labOrder) return undefined
      const pdf = await client.pdf(pdfPath(labOrder), request)
      return pdf ? { labOrder, pdf } : { labOrder }
    },
    labOrderWithPdf: async (ref) => {
      const labOrder = await ownOrder(ref)
      return labOrder && { labOrder, hasPdf: await client.hasPdf(pdfPath(labOrder)) }
    },
  }
}

import type { Readable } from 'node:stream'
import Type from 'typebox'
import { Compile } from 'typebox/compile'
import type { AreaDeps } from '../area.ts'
import { recordNumber } from '../record-number.ts'
import { WireDay } from '../wire/instant.ts'

/** An order to a laboratory (specification 2 §3). */
export interface LabOrder {
  id: string
  /** `yyyy-MM-dd`. */
  day: string
  laboratory: string
  /** Empty if the record names none. */
  physician: string
}

interface LabOrders {
  /** Returns the lab orders of a patient, the latest first. Never cached. */
  labOrders(patientId: string): Promise<LabOrder[]>
  /**
   * Returns a lab order with its PDF as it arrives; undefined if it is not in the list of this patient, without `pdf` if there is no
   * document of it. Throws InvalidEmrResponse for a file that is no PDF.
   */
  labOrderPdf(ref: {
    patientId: string
    labOrderId: string
  }): Promise<{ labOrder: LabOrder; pdf?: Readable } | undefined>
}

const Answer = Compile(
  Type.Array(
    Type.Object({
      LAB_ORDER_N: Type.Integer({ minimum: 1 }),
      LAB_ORDER_MODIFY_DATE: WireDay,
      LABORATORY_NAME: Type.String({ minLength: 1, maxLength: 200 }),
      EMPLOYEE_FIRST_NAME: Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Null()])),
    }),
  ),
)

const contentCall = 'Patient/GetLabOrder'

/** Makes the calls for orders to laboratories. */
export function createLabOrders({ client }: AreaDeps): LabOrders {
  async function labOrders(patientId: string): Promise<LabOrder[]> {
    const number = recordNumber(patientId)
    if (number === undefined) return []
    const all = await client.read({ call: 'Patient/GetLabOrders', rest: `?patient_n=${number}`, answer: Answer })
    return all
      .map((row) => ({
        id: String(row.LAB_ORDER_N),
        day: row.LAB_ORDER_MODIFY_DATE,
        laboratory: row.LABORATORY_NAME,
        physician: row.EMPLOYEE_FIRST_NAME ?? '',
      }))
      .toSorted((one, other) => other.day.localeCompare(one.day) || Number(other.id) - Number(one.id))
  }
  return {
    labOrders,
    labOrderPdf: async ({ patientId, labOrderId }) => {
      // The record server returns content by order alone: the list says whose it is.
      const labOrder = (await labOrders(patientId)).find(({ id }) => id === labOrderId)
      if (!labOrder) return undefined
      const pdf = await client.pdf(`/api/${contentCall}?laborder_n=${labOrder.id}`)
      return pdf ? { labOrder, pdf } : { labOrder }
    },
  }
}

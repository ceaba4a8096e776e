import Type from 'typebox'
import { Compile } from 'typebox/compile'
import type { AreaDeps } from '../area.ts'

/** The patient whose bill a link opens. */
interface BilledPatient {
  id: string
  emrId: string
  firstName: string
  lastName: string
}

interface PaymentLinks {
  /**
   * Uses up the code of a link that the office sent, and returns its patient; undefined for a code that is unknown,
   * used or over. The same taker, a random text, may repeat it for 10 minutes.
   */
  takePaymentCode(link: { code: string; taker: string }): Promise<BilledPatient | undefined>
}

const Answer = Compile(
  Type.Object({
    PATIENT_N: Type.Integer({ minimum: 1 }),
    EMRID: Type.String(),
    PatientFirstName: Type.String(),
    PatientLastName: Type.String(),
  }),
)

/** Makes the call that uses up the code of a link to pay. */
export function createPaymentLinks({ client }: AreaDeps): PaymentLinks {
  return {
    takePaymentCode: async ({ code, taker }) => {
      const patient = await client.writeTo({
        call: 'PatientPortal/TakePaymentCode',
        method: 'POST',
        body: { CODE: code, TAKER: taker },
        answer: Answer,
      })
      return (
        patient && {
          id: String(patient.PATIENT_N),
          emrId: patient.EMRID,
          firstName: patient.PatientFirstName,
          lastName: patient.PatientLastName,
        }
      )
    },
  }
}

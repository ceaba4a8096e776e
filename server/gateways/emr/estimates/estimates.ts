import Type from 'typebox'
import { Compile } from 'typebox/compile'
import type { AreaDeps } from '../area.ts'
import { centsOf } from '../cents.ts'
import { recordNumber } from '../record-number.ts'
import { dayIn, WireDate } from '../wire/instant.ts'

/** What planned care is expected to cost the patient: a good-faith estimate, no bill. */
export interface Estimate {
  id: string
  service: string
  /** Days at the practice, `yyyy-MM-dd`; empty if the record has none. */
  plannedFor: string
  goodUntil: string
  /** Integer cents. */
  amountCents: number
}

interface Estimates {
  /** Returns the estimates of a patient, the soonest first. Never cached. */
  estimates(patientId: string): Promise<Estimate[]>
}

const Answer = Compile(
  Type.Array(
    Type.Object({
      ESTIMATE_N: Type.Integer({ minimum: 1 }),
      SERVICE: Type.String({ minLength: 1 }),
      PLANNED_DATE: WireDate,
      AMOUNT: Type.Number({ minimum: 0, maximum: 20_000_000 }),
      GOOD_UNTIL: WireDate,
    }),
  ),
)

const call = 'PatientPortal/GetEstimates'

/** Makes the call for good-faith estimates. */
export function createEstimates({ client }: AreaDeps): Estimates {
  return {
    estimates: async (patientId) => {
      const number = recordNumber(patientId)
      if (number === undefined) return []
      const rest = `?patient_n=${number}`
      const all = await client.read({ call, rest, answer: Answer })
      return all.map((estimate) => ({
        id: String(estimate.ESTIMATE_N),
        service: estimate.SERVICE,
        plannedFor: dayIn(estimate.PLANNED_DATE, call),
        goodUntil: dayIn(estimate.GOOD_UNTIL, call),
        amountCents: centsOf(estimate.AMOUNT, call),
      }))
    },
  }
}

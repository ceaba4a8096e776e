import Type, { type Static } from 'typebox'
import { closed } from '../../../../schemas/base.ts'
import { fewestInstallments, mostInstallments } from './installments.rules.ts'
import { Day } from '../../../protocol/typed-values.ts'

const Card = Type.String({ minLength: 1, maxLength: 100 })
export const counts = Array.from(
  { length: mostInstallments - fewestInstallments + 1 },
  (_, at) => fewestInstallments + at,
)

/** `card` is one of several on file; without it the first. */
export const InstallmentsQuery = closed({ card: Type.Optional(Card) })

export const InstallmentsForm = closed({
  count: Type.Unsafe<number>({ type: 'integer', enum: counts }),
  firstOn: Day,
})
export const InstallmentsInput = closed({ ...InstallmentsForm.properties, card: Card })

export const AgreeForm = closed({ agreed: Type.Literal(true) })
/** `total` is what the person was shown, in cents. */
export const AgreeInput = closed({ ...AgreeForm.properties, ...InstallmentsInput.properties, total: Type.Integer() })
export type AgreeInput = Static<typeof AgreeInput>

export const PlanInput = closed({ plan: Type.String({ minLength: 1, maxLength: 60 }) })

const firstDay = 'payments.firstDay'
export const installmentsCodes = {
  '/firstOn': { required: firstDay, format: firstDay },
}
const agreement = 'payments.agreement'
export const agreeCodes = { '/agreed': { required: agreement, type: agreement, const: agreement } }

import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import { longestPassword } from '../../identity/password.rules.ts'
import type { FormField } from '../../protocol/form-fields.ts'
import { EmailAddress, Lines } from '../../protocol/typed-values.ts'

/** The number of a patient in the address of the page. */
const PatientNumber = Type.String({ pattern: '^[1-9]\\d{0,8}$', maxLength: 9 })
export const OfPatient = closed({ patient: PatientNumber })

/** `version`: of the password that the page has shown, so that of two members of the staff one resets it. */
export const OfPassword = closed({ patient: PatientNumber, version: Type.Integer({ minimum: 0 }) })

const Reason = Lines(500)
export const reasonCodes = { '/reason': { required: 'accountHelp.reason', pattern: 'accountHelp.reason' } }
export const WithReason = closed({ patient: PatientNumber, reason: Reason })

/** What becomes of payments that go on by themselves; there is no default. */
export const paymentChoices = ['stop', 'go on'] as const
const Payments = Type.Unsafe<(typeof paymentChoices)[number]>({ type: 'string', enum: [...paymentChoices] })
export const DisableInput = closed({ patient: PatientNumber, payments: Type.Optional(Payments), reason: Reason })
/** The form where there are such payments. */
export const DecideForm = closed({ payments: Payments, reason: Reason })
export const ReasonForm = closed({ reason: Reason })
export const paymentsCodes = { '/payments': { required: 'accountHelp.payments', enum: 'accountHelp.payments' } }

/** A guardian by the number of the account. */
export const OfGuardian = closed({ patient: PatientNumber, guardian: Type.Integer({ minimum: 1 }) })
export const EmailForm = closed({ email: EmailAddress(200), reason: Reason })
export const NewEmail = closed({ ...OfGuardian.properties, ...EmailForm.properties })
export const emailCodes = {
  ...reasonCodes,
  '/email': { required: 'accountHelp.email', pattern: 'accountHelp.email' },
}

/** What the owner of the new address types. */
export const ConfirmForm = closed({ Password: Type.String({ minLength: 1, maxLength: longestPassword }) })
export const ConfirmEmail = closed({
  token: Type.String({ pattern: '^[\\w-]{43}$', maxLength: 43 }),
  ...ConfirmForm.properties,
})

export const reasonField: FormField = {
  name: 'reason',
  label: 'Reason',
  widget: 'multiline',
  help: 'Staff of the practice can read it on this page. Patients and guardians cannot.',
}

import Type, { type Static } from 'typebox'
import { closed } from '../../../schemas/base.ts'
import { chosenCharges } from '../../practice/billing/chosen-charges.ts'
import { usStates } from '../../practice/us-states.ts'
import { Amount, EmailAddress, OneLine, TenDigits, Zip } from '../../protocol/typed-values.ts'

/** What is sent of the card form (specification 2 §5). The card number is known to the processor's page only. */
export const CardDetails = closed({
  month: Type.String({ maxLength: 2, pattern: '^(0?[1-9]|1[0-2])$' }),
  year: Type.String({ maxLength: 2, pattern: '^(?!00)\\d{2}$' }),
  firstName: OneLine(60),
  lastName: Type.Optional(OneLine(60, { required: false })),
  address: OneLine(120),
  address2: Type.Optional(OneLine(120, { required: false })),
  city: OneLine(60),
  state: Type.Unsafe<string>({ type: 'string', enum: usStates }),
  zip: Zip,
  phone: TenDigits,
  email: Type.Optional(EmailAddress(200, { required: false })),
  save: Type.Optional(Type.Boolean()),
  cardName: Type.Optional(OneLine(60, { required: false })),
})
export type CardDetails = Static<typeof CardDetails>

const Cvc = Type.String({ maxLength: 4, pattern: '^\\d{3,4}$' })
/** The card form itself: its CVC stays in the page until the payment. */
export const CardForm = closed({ ...CardDetails.properties, cvc: Cvc })

/** Without it everything that can be paid. */
const Bills = Type.String({ pattern: `^(${chosenCharges.pattern})$`, maxLength: chosenCharges.maxLength })
export const PaymentQuery = closed({
  bills: Type.Optional(Bills),
  card: Type.Optional(Type.String({ maxLength: 100 })),
  /** Also the cards on file beyond the newest ones. */
  cards: Type.Optional(Type.Literal('all')),
})
export const ChosenBills = closed({ bills: Type.Optional(Bills) })
export type PaymentQuery = Static<typeof PaymentQuery>

export const NewCardInput = closed({ ...CardDetails.properties, bills: Type.Optional(Bills) })
const Card = Type.String({ minLength: 1, maxLength: 100 })
export const SavedCardInput = closed({ card: Card, bills: Type.Optional(Bills) })
export const CardInput = closed({ card: Card })

export const AmountForm = closed({ amount: Amount })
/**
 * `balance` is what was due when the dialog was drawn, in cents. Either `entered` with its `cvc` or `card` says how it is
 * paid; `number` is the opaque id of the entered card number that the dialog was drawn with.
 */
export const PayInput = closed({
  ...AmountForm.properties,
  bills: Type.Optional(Bills),
  balance: Type.Integer(),
  entered: Type.Optional(CardDetails),
  cvc: Type.Optional(Cvc),
  number: Type.Optional(Card),
  card: Type.Optional(Card),
})
export type PayInput = Static<typeof PayInput>

const both = (code: string) => ({
  required: code,
  minLength: code,
  maxLength: code,
  pattern: code,
  enum: code,
  const: code,
})

/** Codes of the messages of specification 2 §5. */
export const cardCodes = {
  '/month': both('payments.month'),
  '/year': both('payments.year'),
  '/cvc': both('payments.cvc'),
  '/firstName': both('payments.firstName'),
  '/address': both('payments.address'),
  '/city': both('payments.city'),
  '/state': both('payments.state'),
  '/zip': both('payments.zip'),
  '/phone': both('payments.phone'),
  '/email': both('payments.email'),
  '/cardName': { required: 'payments.cardName' },
}
export const amountCodes = { '/amount': both('payments.amount'), '/cvc': both('payments.cvc') }

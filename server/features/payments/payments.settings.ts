import { settings } from '../../licensees/settings/definition.ts'

const billing = { group: 'Billing', fromPractice: true } as const

/** What may be paid, and how (specification 2 §3). */
export const paymentSettings = settings({
  Portal_Payment_Credit: {
    group: 'Billing',
    type: 'boolean',
    default: false,
    sensitive: 'settings staff',
    title: 'Payments beyond the balance',
    help: 'People can pay more than is owed, up to $9,999.99. The rest is a credit.',
    onText: 'People can pay more than is owed.',
    offText: 'People can pay no more than is owed.',
    shapes: 'The amount to pay.',
  },
  Portal_Least_Payment: {
    group: 'Billing',
    type: 'number',
    default: 1,
    min: 0,
    max: 100,
    sensitive: 'settings staff',
    title: 'Smallest payment',
    help: 'In dollars. People can pay less only if they owe less.',
    shapes: 'The amount to pay.',
  },
  Portal_Installments: {
    ...billing,
    type: 'boolean',
    default: false,
    sensitive: 'settings staff',
    title: 'Installments',
    help: 'People who owe $50.00 or more can pay in 2 to 12 monthly payments with a saved card. Switching this off stops new agreements. Existing ones continue until they are paid or the person stops them.',
    onText: 'People can pay in installments.',
    offText: 'No new installments can be agreed.',
    shapes: 'Billing, and the screen for installments.',
  },
})

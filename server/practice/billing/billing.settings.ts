import { settings } from '../../licensees/settings/definition.ts'

const billing = { group: 'Billing', fromPractice: true } as const

/** Whether bills can be seen and paid (specification 2 §3, §6), and their logo. */
export const billingSettings = settings({
  EnableBillingForPortal: {
    type: 'boolean',
    default: true,
    group: 'Features',
    fromPractice: true,
    sensitive: 'settings staff',
    title: 'Billing online',
    help: 'Patients see what they owe. Billing must also be on under “Features for patients”.',
    onText: 'Billing is on for patients.',
    offText: 'Billing is off for patients.',
    shapes: 'Menu, dashboard, and the billing screens.',
  },
  Card_Payment_Key: {
    ...billing,
    type: 'text',
    default: '',
    maxLength: 200,
    secret: true,
    sensitive: 'settings staff',
    title: 'Card payment key',
    help: 'Patients can pay by card once there is a key. The key is never shown.',
    shapes: 'Payment entries, Pay This, saved cards.',
  },
  Enable_PayBill_Portal: {
    ...billing,
    type: 'boolean',
    default: true,
    sensitive: 'settings staff',
    title: 'Pay Bill for guests',
    help: 'Guests can pay a bill without an account.',
    onText: 'Guests can pay bills.',
    offText: 'Paying bills is off for guests.',
    shapes: 'Guest billing.',
  },
  show_invoice_logo: {
    ...billing,
    type: 'boolean',
    default: true,
    title: 'Logo on invoices',
    help: 'Your logo stands above the name of your practice, on the screen and on paper.',
    onText: 'Invoices show your logo.',
    offText: 'Invoices do not show your logo.',
    shapes: 'Invoices, statements and receipts.',
  },
})

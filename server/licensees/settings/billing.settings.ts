import { define } from './definition.ts'

const billing = { group: 'Billing', fromPractice: true } as const

/** Bills and card payment (specification 2 §3, §6). */
export const billingSettings = {
  Card_Payment_Key: define({
    ...billing,
    type: 'text',
    default: '',
    maxLength: 200,
    secret: true,
    title: 'Card payment key',
    help: 'Card payment is offered when there is a key. It is never shown.',
    shapes: 'Payment entries, Pay This, saved cards.',
  }),
  Enable_PayBill_Portal: define({
    ...billing,
    type: 'boolean',
    default: true,
    title: 'Pay Bill for guests',
    help: 'Guests may pay a bill without an account.',
    shapes: 'Guest billing.',
  }),
  IncludeNPIonInvoice: define({
    ...billing,
    type: 'choice',
    default: '1',
    title: 'NPI on invoices',
    options: [
      { value: '1', label: 'Provider' },
      { value: '2', label: 'Facility' },
      { value: '3', label: 'Pay-to' },
    ],
    help: 'Whose number is printed.',
    shapes: 'Invoices.',
  }),
  InvoiceMessage: define({
    ...billing,
    type: 'text',
    default: '',
    maxLength: 10_000,
    lines: true,
    title: 'Message on invoices',
    help: 'HTML with @facility_name, @facility_address, @facility_address2, @facility_city_state_zip and @facility_phone.',
    shapes: 'Invoices.',
  }),
  show_invoice_logo: define({
    ...billing,
    type: 'boolean',
    default: true,
    title: 'Logo on invoices',
    help: 'Prints the logo.',
    shapes: 'Invoices and receipts.',
  }),
  PortalBillingText: define({
    ...billing,
    type: 'text',
    default: '',
    maxLength: 4000,
    lines: true,
    title: 'Text above the bills',
    help: 'Shown before the list.',
    shapes: 'Billing.',
  }),
}

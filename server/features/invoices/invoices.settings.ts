import { settings } from '../../licensees/settings/definition.ts'

const billing = { group: 'Billing', fromPractice: true } as const

/** What invoices print (specification 2 §3). */
export const invoiceSettings = settings({
  IncludeNPIonInvoice: {
    ...billing,
    type: 'choice',
    default: '1',
    title: 'NPI on invoices',
    options: [
      { value: '1', label: 'Provider' },
      { value: '2', label: 'Facility' },
      { value: '3', label: 'Pay-to' },
    ],
    help: 'The NPI number that is printed.',
    shapes: 'Invoices.',
  },
  InvoiceMessage: {
    ...billing,
    type: 'text',
    default: '',
    maxLength: 10_000,
    lines: true,
    sensitive: 'settings staff',
    title: 'Message on invoices',
    help: 'HTML. You can use @facility_name, @facility_address, @facility_address2, @facility_city_state_zip and @facility_phone.',
    shapes: 'Invoices.',
  },
})

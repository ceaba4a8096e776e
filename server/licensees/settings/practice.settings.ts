import { settings } from './definition.ts'

const practiceText = { type: 'text', default: '', maxLength: 200, group: 'Practice', fromPractice: true } as const

/** Who the practice is (specification 1 §6; specification 2 §3). */
export const practiceSettings = settings({
  LicenseeName: {
    ...practiceText,
    required: true,
    title: 'Practice name',
    help: 'The name patients know you by.',
    shapes: 'Headings, the header, the privacy dialog, and the admin sign in.',
  },
  Practice_Address: {
    ...practiceText,
    title: 'Street address',
    help: 'The street of your main office.',
    shapes: 'Invoices and statements.',
  },
  Practice_City: {
    ...practiceText,
    title: 'City',
    help: 'The city of your main office.',
    shapes: 'Invoices and statements.',
  },
  Practice_State: {
    ...practiceText,
    rule: 'state',
    title: 'State',
    help: 'Two capital letters, for example NY.',
    shapes: 'Invoices and statements.',
  },
  Practice_Zip: {
    ...practiceText,
    rule: 'zip',
    title: 'ZIP code',
    help: 'Five or nine digits.',
    shapes: 'Invoices and statements.',
  },
  Practice_Phone: {
    ...practiceText,
    rule: 'phone',
    title: 'Phone',
    help: 'The number we ask patients to call.',
    shapes: 'The privacy dialog, every “please call”, and invoices.',
  },
  Practice_PayTo_NPI: {
    ...practiceText,
    rule: 'npi',
    title: 'Pay-to NPI',
    help: 'Printed on invoices if you choose it under “NPI on invoices”.',
    shapes: 'Invoices.',
  },
  sms_to_mra_local_alias: {
    ...practiceText,
    rule: 'alias',
    title: 'Direct mail alias',
    help: 'What stands before the @ in your Direct mail address.',
    unread: true,
    shapes: 'Direct mail.',
  },
  portal_domain: {
    ...practiceText,
    rule: 'domain',
    among: ({ hosts }) => hosts,
    sensitive: 'settings staff',
    title: 'Web address of the portal',
    help: 'We use it in the links we send.',
    shapes: 'Links in emails and text messages.',
  },
})

import { define } from './definition.ts'

const practiceText = { type: 'text', default: '', maxLength: 200, group: 'Practice', fromPractice: true } as const

/** Who the practice is (specification 1 §6; specification 2 §3). */
export const practiceSettings = {
  LicenseeName: define({
    ...practiceText,
    required: true,
    title: 'Name of the practice',
    help: 'As patients know it. Without a name here or in the record server, the one of the configuration stands.',
    shapes: 'Headings, the header, the privacy dialog, the admin sign-in.',
  }),
  Practice_Address: define({
    ...practiceText,
    title: 'Street address',
    help: 'Of the main office.',
    shapes: 'Invoices and statements.',
  }),
  Practice_City: define({
    ...practiceText,
    title: 'City',
    help: 'Of the main office.',
    shapes: 'Invoices and statements.',
  }),
  Practice_State: define({
    ...practiceText,
    rule: 'state',
    title: 'State',
    help: 'Two capital letters.',
    shapes: 'Invoices and statements.',
  }),
  Practice_Zip: define({
    ...practiceText,
    rule: 'zip',
    title: 'ZIP code',
    help: 'Five or nine digits.',
    shapes: 'Invoices and statements.',
  }),
  Practice_Phone: define({
    ...practiceText,
    rule: 'phone',
    title: 'Phone',
    help: 'The number patients are asked to call.',
    shapes: 'The privacy dialog, messages that ask to call the office, invoices.',
  }),
  Practice_PayTo_NPI: define({
    ...practiceText,
    rule: 'npi',
    title: 'Pay-to NPI',
    help: 'Printed on invoices when chosen there.',
    shapes: 'Invoices.',
  }),
  sms_to_mra_local_alias: define({
    ...practiceText,
    rule: 'alias',
    title: 'Direct mail alias',
    help: 'The local part of the address from which Direct mail is sent.',
    shapes: 'Direct mail.',
  }),
  portal_domain: define({
    ...practiceText,
    rule: 'domain',
    title: 'Domain of the portal',
    help: 'Used in links that are sent out.',
    shapes: 'Links in mail and text messages.',
  }),
}

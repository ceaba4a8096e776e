import { settings } from '../../licensees/settings/definition.ts'

const billing = { group: 'Billing', fromPractice: true } as const

/** The screen of bills, and notices about them (specification 2 §3). */
export const billsSettings = settings({
  Portal_Bill_Notice: {
    ...billing,
    type: 'boolean',
    default: false,
    title: 'Email about new bills',
    help: 'People read by email that there is a new bill, without amounts.',
    onText: 'People are told of new bills.',
    offText: 'People are not told of new bills.',
    shapes: 'Emails.',
  },
  Portal_Estimates: {
    ...billing,
    type: 'boolean',
    default: false,
    title: 'Estimates',
    help: 'Patients see what planned care is expected to cost, if your records have an estimate.',
    onText: 'Patients see estimates.',
    offText: 'Patients do not see estimates.',
    shapes: 'Billing.',
  },
  PortalBillingText: {
    ...billing,
    type: 'text',
    default: '',
    maxLength: 4000,
    lines: true,
    sensitive: 'settings staff',
    title: 'Text above the bills',
    help: 'Patients read this before the list of bills.',
    shapes: 'Billing.',
  },
})

import { settings } from '../../licensees/settings/definition.ts'

const billing = { group: 'Billing', fromPractice: true } as const

/** Bills without an account, by a link. */
export const guestSettings = settings({
  Portal_Payment_Links: {
    ...billing,
    type: 'boolean',
    default: false,
    sensitive: 'settings staff',
    title: 'Links to bills',
    help: 'Your office can send a link that opens a bill once, without an account.',
    onText: 'Links to bills open.',
    offText: 'Links to bills do not open.',
    shapes: 'The page that a link opens.',
  },
})

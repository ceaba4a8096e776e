import { settings } from '../licensees/settings/definition.ts'

const records = { group: 'Messages and records', fromPractice: true } as const

/** Messages with the office (specification 1 §6). */
export const messageSettings = settings({
  AllowPortalReplies: {
    ...records,
    type: 'boolean',
    default: true,
    title: 'Messages to the office',
    help: 'Patients can write to the office and reply.',
    onText: 'Messages to the office are on for patients.',
    offText: 'Messages to the office are off for patients.',
    shapes: 'Messages.',
  },
})

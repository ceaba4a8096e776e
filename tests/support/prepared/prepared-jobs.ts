import type { Work } from '../../../server/jobs/job.ts'

const kept = [
  'booking.releaseSlot',
  'booking.requestReminder',
  'invoices.log',
  'outbox.deliver',
  'survey.sendReview',
  { name: 'booking.checkWaitingList', keyed: 'one waiting' },
  { name: 'visits.reportEvent', keyed: 'in order' },
] as const

const recurring = [
  'booking.checkAllWaitingLists',
  'booking.endHolds',
  'guardians.forgetInvitations',
  'messages.notice',
  'outbox.deliverEarlier',
  'outbox.forgetDelivered',
  'portal.deleteExpired',
  'survey.sendEarlierReviews',
  'visits.forgetOldVisits',
  'visits.reportEarlierEvents',
]

/**
 * The queues of the portal, so that the portals of tests need not create them at start. Listed here, because importing
 * the jobs would make the prepared databases depend on most of the server; a test compares the lists.
 */
export const preparedJobs: Work[] = [
  ...kept.map((each): Work => {
    const { name, keyed } = typeof each === 'string' ? { name: each, keyed: undefined } : each
    return { kind: 'job', name, keyed, keepTryingForMs: 0, pausesMs: [], atATime: 1, prepare: () => undefined }
  }),
  ...recurring.map((name): Work => ({
    kind: 'recurring',
    name,
    everyMs: 3_600_000,
    inEveryProcess: false,
    run: async () => undefined,
  })),
]

import type { Work } from '../../../server/jobs/job.ts'

const kept = [
  'booking.releaseSlot',
  'booking.requestReminder',
  'outbox.deliver',
  'survey.sendReview',
  { name: 'booking.lookAtWaiting', keyed: 'one waiting' },
  { name: 'visits.tellNews', keyed: 'in order' },
] as const

const recurring = [
  'booking.lookAtAllWaiting',
  'booking.sweepHolds',
  'guardians.forgetInvitations',
  'outbox.deliverEarlier',
  'outbox.forgetDelivered',
  'portal.sweepEnded',
  'survey.sendEarlierReviews',
  'visits.forgetOldVisits',
  'visits.tellEarlierNews',
]

/**
 * The queues of the portal, so that no portal of a test makes them at its start. Named here, since an import of the jobs
 * would make the prepared databases depend on most of the server; a test compares the two.
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

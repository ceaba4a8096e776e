import Type from 'typebox'
import type { Db } from '../../db/open.ts'
import type { Emr } from '../../gateways/emr/emr.ts'
import { GiveUp, job, recurring } from '../../jobs/job.ts'
import { servedPractice } from '../../practice/served-practice.ts'
import type { Services } from '../../services.ts'
import {
  insertVisitEvent,
  settleVisitEvent,
  takeEarlierEvents,
  unreportedEvent,
  type NewVisitEvent,
  type VisitEvent,
  type Visit,
} from './visits.store.ts'

export interface ReportServices extends Pick<Services, 'db' | 'licensees' | 'emrOf' | 'now' | 'jobs'> {
  /** Returns the address where the provider joins a visit. */
  providerUrl: (visit: Visit) => string
}

const report: Record<VisitEvent['what'], (emr: Emr, event: VisitEvent & Visit, url: () => string) => Promise<boolean>> =
  {
    link: (emr, { appointmentId }, url) => emr.setVisitLink({ appointmentId, url: url() }),
    entered: (emr, event) => emr.enterVisit(partOf(event)),
    left: (emr, event) => emr.leaveVisit(partOf(event)),
    ended: (emr, event) => emr.endVisit(partOf(event)),
  }

function partOf({ appointmentId, room, role }: VisitEvent & Visit) {
  return { appointmentId, room, as: role === 'guest' ? 'patient' : 'provider' } as const
}

/**
 * Reports to the record server who is in a visit, without delaying the visit. Events of one visit are reported in
 * order, so that a person who has come back is not reported as gone.
 */
export const reportEvent = job('visits.reportEvent', {
  input: Type.Object({ eventId: Type.Integer(), room: Type.String() }, { additionalProperties: false }),
  keepTryingFor: { days: 1 }, // older events are of no use
  pauses: [{ seconds: 5 }, { seconds: 15 }, { minutes: 1 }, { minutes: 10 }],
  inOrder: ({ room }) => room,
  looksAgain: { needless: 'it reports what has happened' },
  run: async ({ db, licensees, emrOf, now, providerUrl }: ReportServices, { eventId }) => {
    const event = await unreportedEvent(db, eventId)
    if (!event) return
    const emr = emrOf(servedPractice(licensees, event.licenseeId))
    if (!(await report[event.what](emr, event, () => providerUrl(event))))
      throw new GiveUp('the record server does not know the visit')
    await settleVisitEvent(db, { id: eventId, at: now() })
  },
  givenUp: ({ db, now }, { eventId }) => settleVisitEvent(db, { id: eventId, at: now() }),
})

/** Stores an event of a visit and adds the job that reports it. */
export async function addVisitEvent(
  tx: Db,
  { jobs }: Pick<ReportServices, 'jobs'>,
  event: NewVisitEvent,
): Promise<void> {
  const eventId = await insertVisitEvent(tx, event)
  await jobs.add(tx, reportEvent, { eventId, room: event.room })
}

/** Portal 0.3 and earlier stored events without jobs. */
export const reportEarlierEvents = recurring('visits.reportEarlierEvents', {
  every: { minutes: 10 },
  run: ({ db, jobs }: Pick<ReportServices, 'db' | 'jobs'>) =>
    db.transaction(async (tx) => {
      for (const { id, room } of await takeEarlierEvents(tx)) await jobs.add(tx, reportEvent, { eventId: id, room })
    }),
})

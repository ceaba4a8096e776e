import type { Licensee } from '../../licensees/licensee.ts'
import type { NewStaffTask } from '../../practice/staff-tasks.ts'
import { momentText } from '../../protocol/time-words.ts'
import type { openVisitEvents } from './visits.store.ts'

type OpenVisitEvent = Awaited<ReturnType<typeof openVisitEvents>>[number]

/** Patients who are in a visit while the provider is not; `events` of open visits, in order. */
export function waitingTasks(
  { id: licenseeId, timeZone }: Licensee,
  events: readonly OpenVisitEvent[],
): NewStaffTask[] {
  const latest = new Map(events.map((event) => [`${event.room} ${event.role}`, event]))
  return [...latest.values()].flatMap(({ room, role, what, at, patientId, startsAt }) => {
    const isAlone = latest.get(`${room} host`)?.what !== 'entered'
    if (role !== 'guest' || what !== 'entered' || !isAlone) return []
    // Who comes again waits again.
    const times = events.filter((event) => event.room === room && event.what === 'left').length
    const detail = `Visit of ${momentText(startsAt, timeZone)}`
    return [{ licenseeId, kind: 'waiting' as const, key: `${room} ${times}`, patientId, detail, at }]
  })
}

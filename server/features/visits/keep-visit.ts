import type { Db } from '../../db/open.ts'
import type { Services } from '../../services.ts'
import { addVisitEvent } from './report-visit-events.ts'
import type { LinkedVisit, VisitLinks } from './visit-links.ts'
import { closesAt } from './visits.rules.ts'
import { endVisit, keepVisit, type Visit } from './visits.store.ts'

export interface NewVisit extends LinkedVisit {
  /** Scheme, host and port for links to the visit. */
  origin: string
}

export interface KeepServices extends Pick<Services, 'jobs' | 'now'> {
  links: VisitLinks
}

/** Stores a visit, unless it is stored, and an event that reports the provider's link. */
export async function keepWithEvent(tx: Db, { jobs, now, links }: KeepServices, visit: NewVisit): Promise<void> {
  const row = rowOf(links, visit)
  if (await keepVisit(tx, row))
    await addVisitEvent(tx, { jobs }, { room: row.room, what: 'link', role: 'host', at: now() })
}

/** Stores a visit at which nobody can join any more: it was cancelled, or moved to another time. */
export async function keepClosed(tx: Db, { now, links }: KeepServices, visit: NewVisit): Promise<void> {
  const row = rowOf(links, visit)
  await keepVisit(tx, row)
  await endVisit(tx, { room: row.room, at: now() })
}

function rowOf(links: VisitLinks, visit: NewVisit): Omit<Visit, 'endedAt'> {
  const { licenseeId, patientId, origin, appointment } = visit
  return {
    room: links.room(visit),
    licenseeId,
    appointmentId: appointment.id,
    patientId,
    startsAt: new Date(appointment.startsAt),
    minutes: appointment.minutes,
    closesAt: closesAt(appointment),
    origin,
  }
}

/** What the pass of a participant carries for the listener of the call: nothing that their own link does not. */
export interface PassContent extends Record<string, string> {
  link: string
  origin: string
}

/** Returns the visit that somebody has joined; undefined for the pass of a link that is stored with its visit. */
export function joinedVisit(
  links: VisitLinks,
  { licenseeId, room, about }: { licenseeId: string; room: string; about?: Record<string, string> },
): NewVisit | undefined {
  const { link: token = '', origin = '' } = about ?? {}
  const link = links.read({ licenseeId, token })
  if (link?.room !== room) return undefined
  const { appointmentId: id, patientId, startsAt, minutes } = link
  return { licenseeId, patientId, origin, appointment: { id, startsAt, minutes } }
}

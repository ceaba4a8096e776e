import Type from 'typebox'
import type { Db } from '../../db/open.ts'
import type { Appointment, Emr } from '../../gateways/emr/emr.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import type { NewCapability } from '../../protocol/capability-store.ts'
import type { Context } from '../../protocol/context.ts'
import { screen, type Feature } from '../../protocol/definitions.ts'
import { anyone } from '../../protocol/guard.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import { loadVisit, visitTopic, type VisitSubject, type VisitTools } from './load-visit.ts'
import { startTelling, type TellTools, type VisitsLog } from './tell-records.ts'
import { visitAddress, visitRoute, type VisitLinks, type VisitNames, type VisitRole } from './visit-links.ts'
import { visitsMessages } from './visits.messages.ts'
import { closesAt } from './visits.rules.ts'
import { addNews, endVisit, findVisit, keepVisit, type News, type Visit } from './visits.store.ts'

export interface VisitsOptions {
  db: Db
  licensees: readonly Licensee[]
  emrOf: (licensee: Licensee) => Emr
  links: VisitLinks
  callFor: VisitTools['callFor']
  now: () => Date
  publish: (topics: string[]) => void
  log: VisitsLog
}

/** Something that happened in the call of a visit. */
export interface VisitNews extends Pick<News, 'room' | 'role'> {
  licenseeId: string
  what: Exclude<News['what'], 'link'>
}

export interface VisitsRoom {
  feature: Feature
  /** The patient's way into the video visit of an appointment; undefined when it has none. */
  addressOf: (context: Context, appointment: Appointment) => Promise<string | undefined>
  /** Hears of a call; resolves when it is kept. Never rejects. */
  heard: (news: VisitNews) => Promise<void>
  /** Whether the provider has ended the visit of a call. */
  hasEnded: (call: Pick<Visit, 'licenseeId' | 'room'>) => Promise<boolean>
}

/** Links stay readable so long after the visit, to say that it has ended. */
const readableForMs = 24 * 3_600_000

/** Video visits: their links, their page, and what the record server hears of them (specification 1 §4). */
export function openVisits(options: VisitsOptions): VisitsRoom {
  const { db, now, log, publish } = options
  const telling = startTellingWith(options)
  return {
    feature: visitsFeature(options, telling.start),
    addressOf: async (context, appointment) => {
      if (appointment.mode !== 'telederm' || appointment.cancellationReason !== undefined) return undefined
      const made = newVisit(context, { links: options.links, appointment })
      if (await keepVisit(db, { ...made, at: context.now() })) telling.soon()
      return made.address
    },
    heard: async ({ licenseeId, room, role, what }) => {
      try {
        if (what !== 'ended') await addNews(db, { room, role, what, at: now() })
        else if (await endVisit(db, { room, at: now() })) publish([visitTopic({ licenseeId, room })])
        telling.soon()
      } catch (error) {
        log.error({ err: error, licensee: licenseeId, what }, 'news of a visit could not be kept')
      }
    },
    hasEnded: async (call) => ((await findVisit(db, call))?.endedAt ?? null) !== null,
  }
}

function visitsFeature({ db, emrOf, callFor }: VisitsOptions, start: Feature['start']): Feature {
  return {
    name: 'visits',
    messages: visitsMessages,
    regions: [],
    actions: [],
    screens: [
      screen({
        route: visitRoute,
        about: 'Video visit',
        // The link is the key; who may use it is checked by the loader.
        guard: anyone,
        query: Type.Object({ left: Type.Optional(Type.String({ maxLength: 10 })) }, { additionalProperties: false }),
        load: (context, { params: { patient = '', room = '' }, query }) =>
          loadVisit(context, { db, emrOf, callFor }, { token: patient, room, left: query.left === 'yes' }),
      }),
    ],
    start,
  }
}

/** Telling runs while the portal does. */
function startTellingWith({ links, ...options }: VisitsOptions) {
  let running: ReturnType<typeof startTelling> | undefined
  const tools: TellTools = { ...options, providerUrl: (visit) => visit.origin + addressFor(links, visit, 'provider') }
  return {
    start: () => {
      running = startTelling(tools)
      return running.stop
    },
    soon: () => running?.soon(),
  }
}

function addressFor(links: VisitLinks, visit: Visit, role: VisitRole): string {
  const { licenseeId, patientId, appointmentId, startsAt, room } = visit
  const names = { licenseeId, patientId, appointment: { id: appointmentId, startsAt: startsAt.toISOString() } }
  return visitAddress({ token: links.token(names, role), room })
}

function newVisit(context: Context, { links, appointment }: { links: VisitLinks; appointment: Appointment }) {
  const { patient } = actingPrincipal(context)
  const names: VisitNames = { licenseeId: context.licensee.id, patientId: patient.id, appointment }
  const room = links.room(names)
  const closes = closesAt(appointment)
  const visit = {
    room,
    licenseeId: context.licensee.id,
    appointmentId: appointment.id,
    patientId: patient.id,
    startsAt: new Date(appointment.startsAt),
    minutes: appointment.minutes,
    closesAt: closes,
    origin: context.visit.origin,
  }
  const linkFor = (role: VisitRole): NewCapability<VisitSubject> => ({
    licenseeId: visit.licenseeId,
    purpose: 'visit',
    subjectKey: appointment.id,
    subject: { appointmentId: appointment.id, patientId: patient.id, role, room },
    token: links.token(names, role),
    at: context.now(),
    endsAt: new Date(closes.getTime() + readableForMs),
  })
  return {
    visit,
    links: [linkFor('patient'), linkFor('provider')],
    address: visitAddress({ token: links.token(names, 'patient'), room }),
  }
}

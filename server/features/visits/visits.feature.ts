import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import type { Appointment } from '../../gateways/emr/emr.ts'
import { videoVisitAddresses, callListeners } from '../../practice/extension-points.ts'
import type { NewCapability } from '../../protocol/capability-store.ts'
import type { Context } from '../../protocol/context.ts'
import { feature, screen } from '../../protocol/definitions.ts'
import { anyone } from '../../protocol/guard.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { loadVisit, visitTopic, type VisitSubject } from './load-visit.ts'
import { forgetOldVisits } from './forget-visits.ts'
import { addNews, tellEarlierNews, tellNews, type TellServices } from './tell-records.ts'
import {
  visitAddress,
  visitRoute,
  type VisitLinks,
  type VisitNames,
  type VisitRole,
  createVisitLinks,
} from './visit-links.ts'
import { visitsMessages } from './visits.messages.ts'
import { closesAt } from './visits.rules.ts'
import { endVisit, findVisit, keepVisit, type Visit } from './visits.store.ts'

export type VisitsServices = Pick<
  Services,
  'db' | 'licensees' | 'emrOf' | 'linkTokens' | 'issueCall' | 'now' | 'publish' | 'log' | 'jobs'
>

/** Links stay readable so long after the visit, to say that it has ended. */
const readableForMs = 24 * 3_600_000

/** Video visits: their links, their page, and what the record server hears of them (specification 1 §4). */
export const visits = feature('visits', (services: VisitsServices) => {
  const { db, now, log, publish } = services
  const links = createVisitLinks(services.linkTokens)
  const telling: TellServices = {
    ...services,
    providerUrl: (visit) => visit.origin + addressFor(links, visit, 'provider'),
  }
  return {
    messages: visitsMessages,
    jobs: [tellNews.using(telling), tellEarlierNews.using(telling), forgetOldVisits.using(services)],
    extends: [
      videoVisitAddresses.add(async (context, appointment) => {
        if (appointment.mode !== 'telederm' || appointment.cancellationReason !== undefined) return undefined
        const made = newVisit(context, { links, appointment })
        if (!(await findVisit(db, made.visit))) await keepWithNews(services, made)
        return made.address
      }),
      callListeners.add({
        heard: async ({ licenseeId, room, role, what }) => {
          try {
            const news = { room, role, what, at: now() }
            const isNew = await db.transaction(async (tx) => {
              if (what === 'ended' && !(await endVisit(tx, news))) return false
              await addNews(tx, services, news)
              return true
            })
            if (isNew && what === 'ended') publish([visitTopic({ licenseeId, room })])
          } catch (error) {
            log.error({ err: error, licensee: licenseeId, what }, 'news of a visit could not be kept')
          }
        },
        hasEnded: async (call) => ((await findVisit(db, call))?.endedAt ?? null) !== null,
      }),
    ],
    screens: [
      screen({
        route: visitRoute,
        about: 'Video visit',
        // The link is the key; who may use it is checked by the loader.
        guard: anyone,
        query: closed({ left: Type.Optional(Type.String({ maxLength: 10 })) }),
        load: (context, { params: { patient = '', room = '' }, query }) =>
          loadVisit(context, services, { token: patient, room, left: query.left === 'yes' }),
      }),
    ],
  }
})

/** The record server then hears of the provider's link. */
function keepWithNews({ db, jobs, now }: VisitsServices, made: Parameters<typeof keepVisit>[1]): Promise<void> {
  return db.transaction(async (tx) => {
    if (await keepVisit(tx, made))
      await addNews(tx, { jobs }, { room: made.visit.room, what: 'link', role: 'host', at: now() })
  })
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
    origin: context.client.origin,
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

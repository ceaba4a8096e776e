import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import { switchPatient } from '../../identity/complete-sign-in.dialogs.ts'
import { portalBase } from '../../identity/email-content.ts'
import { orAskToSwitch } from '../../identity/link-of-other.ts'
import {
  appointmentBooked,
  appointmentCancelled,
  callListeners,
  reminderLinks,
  signedIn,
  staffTaskSources,
  videoVisitAddresses,
} from '../../practice/extension-points.ts'
import { feature, screen } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { anyone } from '../../protocol/guard.ts'
import { actingPrincipal, isViewer } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { forgetOldVisits } from './forget-visits.ts'
import { visitPaths } from './visits.paths.ts'
import { joinedVisit, keepClosed, keepWithEvent, type NewVisit } from './keep-visit.ts'
import { learnVisits } from './learn-visits.ts'
import { loadVisit, visitTopic } from './load-visit.ts'
import { addVisitEvent, reportEarlierEvents, reportEvent } from './report-visit-events.ts'
import { createVisitLinks } from './visit-links.ts'
import { visitsMessages } from './visits.messages.ts'
import { waitingTasks } from './waiting-tasks.ts'
import { endVisit, findVisit, openVisitEvents, type Visit } from './visits.store.ts'

export type VisitsServices = Pick<
  Services,
  'db' | 'licensees' | 'emrOf' | 'linkTokens' | 'appointmentLinks' | 'issueCall' | 'now' | 'publish' | 'log' | 'jobs'
>

/**
 * Video visits: their links, their page, and the events reported to the record server (specification 1 §4). A visit is
 * stored when the portal books, moves or cancels it, after the patient has signed in, or when somebody joins; showing its
 * links stores nothing.
 */
export const visits = feature('visits', (services: VisitsServices) => {
  const { db, now, log, publish, jobs } = services
  const links = createVisitLinks(services.linkTokens, services.appointmentLinks)
  const keeping = { jobs, now, links }
  const reporting = {
    ...services,
    providerUrl: ({ origin, licenseeId, patientId, appointmentId, startsAt, minutes }: Visit) => {
      const appointment = { id: appointmentId, startsAt: startsAt.toISOString(), minutes }
      return origin + links.address({ licenseeId, patientId, appointment }, 'provider')
    },
  }
  return {
    messages: visitsMessages,
    jobs: [
      reportEvent.using(reporting),
      reportEarlierEvents.using(reporting),
      learnVisits.using({ ...services, links }),
      forgetOldVisits.using(services),
    ],
    extends: [
      videoVisitAddresses.add(async (context, appointment) => {
        if (appointment.mode !== 'telederm' || appointment.cancellationReason !== undefined) return undefined
        if (isViewer(context.principal)) return undefined // who only looks joins no call
        const patientId = actingPrincipal(context).patient.id
        return links.address({ licenseeId: context.licensee.id, patientId, appointment }, 'patient')
      }),
      appointmentBooked.add(async (tx, { mode, movedFrom, origin, ...appointment }) => {
        if (mode !== 'telederm' || origin === undefined) return
        const booked = { ...appointment, origin }
        if (movedFrom) await keepClosed(tx, keeping, visitOf({ ...booked, startsAt: movedFrom }))
        await keepWithEvent(tx, keeping, visitOf(booked))
      }),
      reminderLinks.add(async ({ mode, licenseeId, patientId, ...appointment }) =>
        mode === 'telederm' ? { visit: links.address({ licenseeId, patientId, appointment }, 'patient') } : {},
      ),
      appointmentCancelled.add(async (context, appointment) => {
        if (appointment.mode !== 'telederm') return
        const licenseeId = context.licensee.id
        const patientId = actingPrincipal(context).patient.id
        try {
          const visit = visitOf({ ...appointment, licenseeId, patientId, origin: portalBase(context) })
          await db.transaction((tx) => keepClosed(tx, keeping, visit))
        } catch (error) {
          log.error({ err: error, licensee: licenseeId }, 'a cancelled visit could not be closed')
        }
      }),
      signedIn.add(async (context, { patient }) => {
        const licenseeId = context.licensee.id
        try {
          await jobs.add(db, learnVisits, { licenseeId, patientId: patient.id, origin: portalBase(context) })
        } catch (error) {
          log.error({ err: error, licensee: licenseeId }, 'the visits of a patient could not be looked up')
        }
      }),
      staffTaskSources.add({
        kind: 'waiting',
        endsByItself: true,
        load: async (licensee, at) =>
          waitingTasks(licensee, await openVisitEvents(db, { licenseeId: licensee.id, now: at })),
      }),
      callListeners.add({
        heard: async ({ licenseeId, room, role, about, what }) => {
          try {
            const event = { room, role, what, at: now() }
            const joined = joinedVisit(links, { licenseeId, room, about })
            const isNew = await db.transaction(async (tx) => {
              if (joined) await keepWithEvent(tx, keeping, joined)
              if (what === 'ended' && !(await endVisit(tx, event))) return false
              await addVisitEvent(tx, services, event)
              return true
            })
            if (isNew && what === 'ended') publish([visitTopic({ licenseeId, room })])
          } catch (error) {
            log.error({ err: error, licensee: licenseeId, what }, 'an event of a visit could not be stored')
          }
        },
        hasEnded: async (call) => ((await findVisit(db, call))?.endedAt ?? null) !== null,
      }),
    ],
    screens: [
      screen({
        route: visitPaths.visit.route,
        about: 'Video visit',
        // The link is the proof; the loader checks who may use it.
        guard: anyone,
        actions: [switchPatient],
        query: closed({ left: Type.Optional(Type.String({ maxLength: 10 })) }),
        load: (context, { params: { patient: token = '', room = '' }, query }) => {
          if (isViewer(context.principal)) throw new Failure('access.viewing', { status: 403 })
          return orAskToSwitch(services, context, {
            purpose: 'visit',
            token,
            id: room,
            route: visitPaths.visit.route,
            to: visitPaths.visit({ patient: token, room }),
            load: () => loadVisit(context, { ...services, links }, { token, room, left: query.left === 'yes' }),
          })
        },
      }),
    ],
  }
})

type Booked = Pick<NewVisit, 'licenseeId' | 'patientId' | 'origin'> & NewVisit['appointment']

function visitOf({ licenseeId, patientId, origin, id, startsAt, minutes }: Booked): NewVisit {
  return { licenseeId, patientId, origin, appointment: { id, startsAt, minutes } }
}

import Type from 'typebox'
import { arrivalSettings } from './arrival.settings.ts'
import { arrivalPaths } from './arrival.paths.ts'
import { closed } from '../../../schemas/base.ts'
import { switchPatient } from '../../identity/complete-sign-in.dialogs.ts'
import { orAskToSwitch } from '../../identity/link-of-other.ts'
import { reminderLinks, upcomingLinks } from '../../practice/extension-points.ts'
import { appointmentsOffer } from '../../practice/offered.ts'
import { paths } from '../../practice/paths.ts'
import { screen, feature } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import { arrivalActions } from './arrival.actions.ts'
import { arrivalPage, prepareLink } from './arrival.links.ts'
import { arrivalMessages } from './arrival.messages.ts'
import { intakeOffered, parkingLotOffered, safeTarget } from './arrival.rules.ts'
import { closureScreen, onwardScreen } from './arrival.screens.ts'
import { loadArrival, type ArrivalServices } from './load-arrival.ts'

/** The page after a booking: forms, documents, and checking in on arrival (specification 1 §4). */
export const arrival = feature('arrival', (services: ArrivalServices) => {
  const actions = arrivalActions(services)
  return {
    settings: Object.values(arrivalSettings),
    messages: arrivalMessages,
    actions: Object.values(actions),
    extends: [
      upcomingLinks.add((context, appointment) => prepareLink(context, services, appointment)),
      reminderLinks.add(async (booked, emr) => ({
        prepare: arrivalPage(booked, services, { appointment: booked, license: await emr.licenseName() }),
      })),
    ],
    screens: [
      screen({
        route: arrivalPaths.arrival.route,
        under: paths.appointments.route,
        about: 'Preparation for a visit',
        guard: patientsAndGuardians,
        ...appointmentsOffer,
        rules: { 'check-in': parkingLotOffered, features: intakeOffered },
        actions: [...Object.values(actions), switchPatient],
        load: (context, { params: { apptId = '', licenseName = '', flag = '' } }) => {
          const to = arrivalPaths.arrival({ apptId, licenseName, flag })
          return orAskToSwitch(services, context, {
            purpose: 'arrival',
            token: apptId,
            route: arrivalPaths.arrival.route,
            to,
            load: () => loadArrival(context, services, { token: apptId, license: licenseName, flag, actions }),
          })
        },
      }),
      screen({
        route: paths.closure.route,
        under: paths.appointments.route,
        about: 'Thank-you after an upload or a booking',
        guard: patientsAndGuardians,
        query: closed({ origin: Type.Optional(Type.String({ maxLength: 40 })) }),
        load: (_context, { query }) => closureScreen(query.origin),
      }),
      screen({
        route: arrivalPaths.redirect.route,
        about: 'Short link',
        guard: patientsAndGuardians,
        load: async (context, { params: { urlcode = '' } }) => {
          const isCode = /^[\w-]{1,64}$/.test(urlcode)
          const target = isCode ? await services.emrOf(context.licensee).shortLink(urlcode) : undefined
          const to =
            target === undefined
              ? undefined
              : safeTarget(target, { origin: context.client.origin, isPage: services.index.isPageForPeople })
          if (to === undefined) throw new Failure('arrival.noTarget', { status: 404 })
          return onwardScreen(to)
        },
      }),
    ],
  }
})

import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import { upcomingLinks } from '../../practice/extension-points.ts'
import { appointmentsOffered } from '../../practice/offered.ts'
import { screen, feature } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import { arrivalActions } from './arrival.actions.ts'
import { arrivalRoute, prepareLink } from './arrival.links.ts'
import { arrivalMessages } from './arrival.messages.ts'
import { intakeOffered, parkingLotOffered, safeTarget } from './arrival.rules.ts'
import { closureScreen, onwardScreen } from './arrival.screens.ts'
import { loadArrival, type ArrivalServices } from './load-arrival.ts'

/** What follows a booking: forms, documents, and telling the office of the arrival (specification 1 §4). */
export const arrival = feature('arrival', (services: ArrivalServices) => {
  return {
    messages: arrivalMessages,
    actions: arrivalActions(services),
    extends: [upcomingLinks.add((context, appointment) => prepareLink(context, services, appointment))],
    screens: [
      screen({
        route: arrivalRoute,
        about: 'What to do before a visit',
        guard: patientsAndGuardians,
        offered: appointmentsOffered,
        rules: { 'check-in': parkingLotOffered, features: intakeOffered },
        actions: ['arrival.confirm', 'arrival.confirmVisit', 'arrival.openForm'],
        load: (context, { params: { apptId = '', licenseName = '', flag = '' } }) =>
          loadArrival(context, services, { token: apptId, license: licenseName, flag }),
      }),
      screen({
        route: '/user/bookappointment/closure',
        about: 'Thank-you after an upload or a booking',
        guard: patientsAndGuardians,
        query: closed({ origin: Type.Optional(Type.String({ maxLength: 40 })) }),
        load: (_context, { query }) => closureScreen(query.origin),
      }),
      screen({
        route: '/user/redirect/:urlcode',
        about: 'Short link',
        guard: patientsAndGuardians,
        load: async (context, { params: { urlcode = '' } }) => {
          const isCode = /^[\w-]{1,64}$/.test(urlcode)
          const target = isCode ? await services.emrOf(context.licensee).shortLink(urlcode) : undefined
          const to = target === undefined ? undefined : safeTarget(target, context.client.origin)
          if (to === undefined) throw new Failure('arrival.noTarget', { status: 404 })
          return onwardScreen(to)
        },
      }),
    ],
  }
})

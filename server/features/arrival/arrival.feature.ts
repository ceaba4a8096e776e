import Type from 'typebox'
import type { Db } from '../../db/open.ts'
import type { Appointment, Emr } from '../../gateways/emr/emr.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import { appointmentsOffered } from '../../practice/offered.ts'
import type { Context } from '../../protocol/context.ts'
import { screen, type Feature } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import type { LinkTokens } from '../../protocol/link-tokens.ts'
import type { NamedLink } from '../../protocol/own-link.ts'
import { arrivalActions } from './arrival.actions.ts'
import { arrivalAddress, arrivalRoute, type Arriving } from './arrival.links.ts'
import { arrivalMessages } from './arrival.messages.ts'
import { intakeOffered, parkingLotOffered, safeTarget } from './arrival.rules.ts'
import { closureScreen, onwardScreen } from './arrival.screens.ts'
import { loadArrival } from './load-arrival.ts'

export interface ArrivalOptions {
  db: Db
  emrOf: (licensee: Licensee) => Emr
  tokens: LinkTokens
  /** Answers a route of this portal that leads this person, for a short while, to a page of the practice's. */
  leadOut: (context: Context, href: string) => string
  /** Where documents for an appointment of the person's patient are uploaded. */
  uploadAddress: (context: Context, appointment: Appointment) => Promise<string>
  reachable: (route: string) => boolean
}

export interface ArrivalRoom {
  feature: Feature
  /** The way to the page of an appointment of the person's patient; undefined when there is none now. */
  linkOf: (context: Context, appointment: Arriving) => Promise<NamedLink | undefined>
}

/** What follows a booking: forms, documents, and telling that one has arrived (specification 1 §4). */
export function openArrival(options: ArrivalOptions): ArrivalRoom {
  return {
    feature: arrivalFeature(options),
    linkOf: async (context, appointment) => {
      const to = await arrivalAddress(context, options, appointment)
      return to === undefined ? undefined : { id: `prepare-${appointment.id}`, label: 'Prepare for your visit', to }
    },
  }
}

function arrivalFeature(options: ArrivalOptions): Feature {
  return {
    name: 'arrival',
    messages: arrivalMessages,
    regions: [],
    actions: arrivalActions(options),
    screens: [
      screen({
        route: arrivalRoute,
        about: 'What to do before a visit',
        guard: patientsAndGuardians,
        offered: appointmentsOffered,
        rules: { 'check-in': parkingLotOffered, features: intakeOffered },
        actions: ['arrival.confirm', 'arrival.confirmVisit', 'arrival.openForm'],
        load: (context, { params: { apptId = '', licenseName = '', flag = '' } }) =>
          loadArrival(context, options, { token: apptId, license: licenseName, flag }),
      }),
      screen({
        route: '/user/bookappointment/closure',
        about: 'Thank-you after an upload or a booking',
        guard: patientsAndGuardians,
        query: Type.Object({ origin: Type.Optional(Type.String({ maxLength: 40 })) }, { additionalProperties: false }),
        load: (_context, { query }) => closureScreen(query.origin),
      }),
      screen({
        route: '/user/redirect/:urlcode',
        about: 'Short link',
        guard: patientsAndGuardians,
        load: async (context, { params: { urlcode = '' } }) => {
          const isCode = /^[\w-]{1,64}$/.test(urlcode)
          const target = isCode ? await options.emrOf(context.licensee).shortLink(urlcode) : undefined
          const to = target === undefined ? undefined : safeTarget(target, context.visit.origin)
          if (to === undefined) throw new Failure('arrival.noTarget', { status: 404 })
          return onwardScreen(to)
        },
      }),
    ],
  }
}

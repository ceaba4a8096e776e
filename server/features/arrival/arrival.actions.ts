import Type from 'typebox'
import { arrivalSettings } from './arrival.settings.ts'
import { closed } from '../../../schemas/base.ts'
import type { Effect } from '../../../schemas/effect.ts'
import { ownAppointmentTopics } from '../../practice/appointment-topics.ts'
import { appointmentsOffer } from '../../practice/offered.ts'
import { formFillers } from '../../practice/form-fillers.ts'
import { action, type ActionContext, type ActionDefinition } from '../../protocol/definitions.ts'
import { switchedOff } from '../../protocol/admit.ts'
import { Failure } from '../../protocol/failure.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import { unknownLink } from '../../protocol/own-link.ts'
import { actingPrincipal, personTopic } from '../../protocol/principal.ts'
import { entriesFor, intakeOffered, isOnTheDay, isOver, parkingLotOffered } from './arrival.rules.ts'
import { findArrival, type LinkedArrival, type ArrivalServices } from './load-arrival.ts'

const Token = Type.String({ minLength: 1, maxLength: 120 })
const LinkInput = closed({ link: Token })
const FormInput = closed({ link: Token, template: Type.String({ minLength: 1, maxLength: 2000 }) })
const guarded = { guard: patientsAndGuardians, ...appointmentsOffer } as const

export function arrivalActions(
  services: ArrivalServices,
): Record<'confirm' | 'confirmVisit' | 'openForm', ActionDefinition> {
  return { confirm: confirmArrival(services), confirmVisit: confirmVisit(services), openForm: openForm(services) }
}

/** Specification 1 §4: parking-lot check-in. */
function confirmArrival(services: ArrivalServices): ActionDefinition {
  return action({
    ...guarded,
    name: 'arrival.confirm',
    about: 'Told the office of the arrival',
    input: LinkInput,
    run: async (context, { link }) => {
      if (!parkingLotOffered(context)) throw switchedOff(context, { what: 'Parking lot check-in' })
      const { appointment, status } = await findOpen(context, services, link)
      if (!isOnTheDay(status)) throw new Failure('arrival.notToday', { status: 409 })
      if (!(await services.emrOf(context.licensee).confirmArrival(appointment.id))) throw unknownLink()
      return showConfirmed(context, 'Patient Arrival is confirmed')
    },
  })
}

/** Confirms the appointment, as the reminder asks. */
function confirmVisit(services: ArrivalServices): ActionDefinition {
  return action({
    ...guarded,
    name: 'arrival.confirmVisit',
    about: 'Confirmed an appointment',
    input: LinkInput,
    run: async (context, { link }) => {
      const { appointment } = await findOpen(context, services, link)
      if (!(await services.emrOf(context.licensee).confirmReminder(appointment.id))) throw unknownLink()
      return showConfirmed(context, 'Your appointment is confirmed')
    },
  })
}

/** Opens only templates that the practice's setting names, whatever the browser sends. */
function openForm(services: ArrivalServices): ActionDefinition {
  const { emrOf, signedRedirect } = services
  return action({
    ...guarded,
    guard: formFillers,
    name: 'arrival.openForm',
    about: 'Opened a health form before a visit',
    input: FormInput,
    run: async (context, { link, template }) => {
      if (!intakeOffered(context)) throw switchedOff(context, { what: 'Online check-in' })
      const { appointment } = await findOpen(context, services, link)
      const entry = entriesFor(context.setting(arrivalSettings.LandingPageFeatures), appointment.mode).find(
        (each) => each.template === template,
      )
      if (!entry) throw new Failure('arrival.noForm', { status: 404 })
      const person = actingPrincipal(context)
      const form = { patientId: person.patient.id, name: entry.label, template }
      const page = await emrOf(context.licensee).openTemplate(form)
      if (page === undefined) throw new Failure('arrival.noForm', { status: 404 })
      context.publish([personTopic(person, 'forms')])
      return [{ type: 'navigate', to: signedRedirect(context, page), newWindow: true }]
    },
  })
}

async function findOpen(context: ActionContext, services: ArrivalServices, link: string): Promise<LinkedArrival> {
  const arrival = await findArrival(context, services, link)
  if (isOver(arrival.status)) throw new Failure('arrival.over', { status: 409 })
  return arrival
}

function showConfirmed(context: ActionContext, words: string): Effect[] {
  context.publish(ownAppointmentTopics(context))
  return [
    { type: 'notify', tone: 'success', text: words },
    { type: 'refresh', what: 'screen' }, // the live connection does not report a person's own actions
  ]
}

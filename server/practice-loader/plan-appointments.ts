import { identifierNames, namesOf } from './bundle-index.ts'
import { withoutSemanticTag, wordsOf } from './contact.ts'
import type { Encounter } from './fhir/resource.ts'
import type { PlannedAppointment } from './load-plan.ts'
import { entriesOf, leaveOut, resolve, type EntryOf, type Reading } from './reading.ts'
import { instantOf, instantText, isFullDate } from './written-instant.ts'

/** Encounters that ended or were cancelled; planned or running ones are not past appointments. */
const OVER = ['finished', 'cancelled']

/** Minutes of an encounter without an end time. */
const USUAL_MINUTES = 30

export function planAppointments(reading: Reading): PlannedAppointment[] {
  return entriesOf(reading, 'Encounter').flatMap((entry) => planAppointment(reading, entry) ?? [])
}

function planAppointment(reading: Reading, entry: EntryOf<Encounter>): PlannedAppointment | undefined {
  const { status, period, type, class: setting } = entry.resource
  const { patient, provider, facility } = whoAndWhere(reading, entry)
  if (!OVER.includes(status)) return out(reading, entry, `Encounter that is ${status}`)
  if (!isFullDate(period.start)) return out(reading, entry, 'Encounter without a full date')
  if (!patient) return out(reading, entry, 'Encounter without a patient that was loaded')
  if (!provider) return out(reading, entry, 'Encounter without a practitioner')
  return {
    names: namesOf(entry),
    otherNames: identifierNames(entry),
    patient,
    provider,
    facility,
    startsAt: instantText(period.start),
    minutes: minutesOf(period),
    typeName: withoutSemanticTag(wordsOf(type)) || 'Visit',
    mode: setting?.code === 'VR' ? 'telederm' : 'inoffice',
    cancelled: status === 'cancelled',
  }
}

function out(reading: Reading, entry: EntryOf<Encounter>, reason: string): undefined {
  leaveOut(reading, entry, reason)
}

/** Resolves all references, also those that are not needed, so that dangling ones are always detected. */
function whoAndWhere(reading: Reading, { resource, pointer }: EntryOf<Encounter>) {
  const patient = resolve(reading, resource.subject, { pointer: `${pointer}/subject`, types: ['Patient'] })
  const [provider] = (resource.participant ?? []).flatMap(({ individual }, n) => {
    const at = {
      pointer: `${pointer}/participant/${n}/individual`,
      types: ['Practitioner' as const, 'PractitionerRole' as const],
    }
    return resolve(reading, individual, at) ?? []
  })
  const [site] = (resource.location ?? []).flatMap(({ location }, n) => {
    return resolve(reading, location, { pointer: `${pointer}/location/${n}/location`, types: ['Location'] }) ?? []
  })
  const owner = resolve(reading, resource.serviceProvider, {
    pointer: `${pointer}/serviceProvider`,
    types: ['Organization'],
  })
  return { patient, provider, facility: site ?? owner }
}

function minutesOf({ start, end }: Encounter['period']): number {
  if (!end?.includes('T') || !start.includes('T')) return USUAL_MINUTES
  const minutes = Math.round(instantOf(end).diff(instantOf(start), 'minutes').minutes)
  return minutes > 0 ? minutes : USUAL_MINUTES
}

import type { Encounter, Location } from '@medplum/fhirtypes'
import type { Appointment, AppointmentList } from '../../gateways/emr/appointments/appointments.ts'
import type { Facility, Provider } from '../../gateways/emr/reference/reference.ts'
import type { ExportedRecord, RecordPart } from '../../practice/extension-points.ts'
import { fhirId, fhirReference, hl7Coding, usCoreProfile, type FhirResource } from '../../practice/fhir.ts'
import { appointmentsOffered } from '../../practice/offered.ts'
import { practitionerOf } from '../../practice/practitioners.ts'
import { sheetTable } from '../../practice/sheet-table.ts'
import { clockText, dateText, dayOf } from '../../protocol/time-words.ts'

const pageSize = 50
const lists: readonly AppointmentList[] = ['past', 'cancelled']

/** Past and canceled visits; those to come may still change. */
export const visitsPart: RecordPart = {
  id: 'appointments',
  title: 'Visits',
  offered: appointmentsOffered,
  collect: async (record, page) => {
    const { emr, patientId } = record
    const first = await emr.appointments({ patientId, list: 'past', page: 1, size: pageSize })
    const pastPages = Math.max(1, Math.ceil(first.total / pageSize))
    const list = lists[page < pastPages ? 0 : 1] ?? 'past'
    const own = list === 'past' ? page : page - pastPages
    const shown = page === 0 ? first : await emr.appointments({ patientId, list, page: own + 1, size: pageSize })
    const canceled = await emr.appointments({ patientId, list: 'cancelled', page: 1, size: 1 })
    const [providers, facilities] = await Promise.all([allProviders(record), emr.facilities()])
    return {
      pages: pastPages + Math.ceil(canceled.total / pageSize),
      resources: shown.items.flatMap((each) => visitResources(record, each, { list, providers, facilities })),
      sheet: sheetTable({
        id: `visits-${list}-${own}`,
        caption: list === 'past' ? 'Past visits' : 'Canceled visits',
        columns: { when: list === 'past' ? 'Visit' : 'Canceled visit', what: 'For', who: 'With', where: 'Place' },
        rows: shown.items.map((each) => ({
          id: each.id,
          when: `${dateText(dayOf(each.startsAt, each.timeZone))}, ${clockText(each.startsAt, each.timeZone)}`,
          what: each.typeName,
          who: each.providerName,
          where: each.mode === 'telederm' ? 'Video visit' : each.facilityName,
        })),
        empty: 'The record names no past visits.',
      }),
    }
  },
}

async function allProviders({ emr }: ExportedRecord): Promise<Provider[]> {
  return [...(await emr.providers('inoffice')), ...(await emr.providers('telederm'))]
}

interface Known {
  list: AppointmentList
  providers: readonly Provider[]
  facilities: readonly Facility[]
}

function visitResources(
  { licensee, subject }: ExportedRecord,
  visit: Appointment,
  { list, providers, facilities }: Known,
): FhirResource[] {
  const practitioner = practitionerOf(licensee.id, providers.find(({ id }) => id === visit.providerId) ?? named(visit))
  const facility = facilities.find(({ id }) => id === visit.facilityId)
  const location = locationOf(licensee.id, visit, facility)
  const encounter: Encounter & FhirResource = {
    resourceType: 'Encounter',
    id: fhirId(licensee.id, 'Encounter', visit.id),
    ...usCoreProfile('us-core-encounter'),
    status: list === 'past' ? 'finished' : 'cancelled',
    class: hl7Coding('v3-ActCode', visit.mode === 'telederm' ? 'VR' : 'AMB'),
    type: [{ text: visit.typeName }],
    subject: fhirReference(subject),
    participant: [{ individual: fhirReference(practitioner.id, visit.providerName) }],
    period: {
      start: visit.startsAt,
      end: new Date(new Date(visit.startsAt).getTime() + visit.minutes * 60_000).toISOString(),
    },
    location: [{ location: fhirReference(location.id, visit.facilityName) }],
  }
  return [encounter, practitioner, location]
}

/** A provider who has left is known by name only. */
function named({
  providerId: id,
  providerName,
}: Appointment): Pick<Provider, 'id' | 'firstName' | 'lastName' | 'jobTitle'> {
  const [lastName = '', ...rest] = providerName.split(' ').toReversed()
  return { id, firstName: rest.toReversed().join(' '), lastName, jobTitle: '' }
}

function locationOf(licenseeId: string, visit: Appointment, facility: Facility | undefined): Location & FhirResource {
  return {
    resourceType: 'Location',
    id: fhirId(licenseeId, 'Location', visit.facilityId),
    ...usCoreProfile('us-core-location'),
    status: 'active',
    name: visit.facilityName,
    ...(visit.facilityPhone === '' ? {} : { telecom: [{ system: 'phone', value: visit.facilityPhone }] }),
    address: facility
      ? { line: [facility.address], city: facility.city, state: facility.state, postalCode: facility.zip }
      : { text: visit.facilityAddress },
  }
}

import Type from 'typebox'
import { practiceSettings } from '../../licensees/settings/practice.settings.ts'
import { appointmentSettings } from '../../practice/appointment.settings.ts'
import { closed } from '../../../schemas/base.ts'
import { unlessEmr } from '../../gateways/emr/emr.errors.ts'
import type { Appointment, AppointmentList } from '../../gateways/emr/appointments/appointments.ts'
import type { Emr } from '../../gateways/emr/emr.ts'
import {
  calendarOffered,
  cancelOffered,
  isTooLate,
  lastChangeAt,
  rescheduleOffered,
  waitingOffered,
} from '../../practice/appointment-changes.rules.ts'
import { ownAppointmentTopics } from '../../practice/appointment-topics.ts'
import {
  pastLinks,
  patientPageFacts,
  recordParts,
  upcomingLinks,
  videoVisitAddresses,
} from '../../practice/extension-points.ts'
import { appointmentsOffer, appointmentsOffered, bookingOffered } from '../../practice/offered.ts'
import { placePicture, portraitOf } from '../../practice/portrait.ts'
import { paths } from '../../practice/paths.ts'
import { opensAt } from '../../practice/visit-opening.rules.ts'
import { goTo } from '../../protocol/block-builders.ts'
import type { Context } from '../../protocol/context.ts'
import { feature, region, screen, type Named, type RegionDefinition } from '../../protocol/definitions.ts'
import { patientsAndGuardians, patientStaff } from '../../protocol/guard.ts'
import type { NamedLink } from '../../protocol/own-link.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import { addDays, dayOf, startOfDay } from '../../protocol/time-words.ts'
import type { Services } from '../../services.ts'
import { cancelActions, cancelledOne, ReasonForm } from './appointments.cancel.ts'
import { appointmentsMessages } from './appointments.messages.ts'
import { lastPageOf, pageParameters, type PageRequest } from '../../protocol/paging.ts'
import { chosenList, chosenPage, lists } from './appointments.rules.ts'
import {
  appointmentsScreen,
  changeActions,
  listBlocks,
  nextAppointmentText,
  nextBlocks,
} from './appointments.screens.ts'
import { calendarFile } from './calendar-file.ts'
import { visitsPart } from './visits-part.ts'

export type AppointmentsServices = Pick<Services, 'emrOf' | 'index' | 'uses'>

const soonest: PageRequest = { page: 1, size: 1, sizes: [1] }
const Text = Type.Optional(Type.String({ maxLength: 40 }))
const screenQuery = closed({ tab: Text, cancelled: Text, ...pageParameters })
const pageQuery = closed(pageParameters)

const guarded = { guard: patientsAndGuardians, ...appointmentsOffer } as const
const part = { ...guarded, id: 'appointments', label: 'Appointments', icon: 'calendar' } as const

/** Upcoming, past and cancelled appointments of the signed-in person's patient. */
export const appointments = feature('appointments', (services: AppointmentsServices) => {
  const { emrOf, index } = services
  const bookable = (context: Context, block: string) =>
    index.reachable(paths.booking.route) && context.show(block, bookingOffered)
  const actions = cancelActions(services)
  return {
    menu: [{ menu: 'main', ...part, do: goTo(paths.appointments()) }],
    cards: [
      {
        kind: 'section',
        ...guarded,
        id: 'next',
        title: 'Your next appointment',
        region: { id: 'next-appointment', src: 'appointments.next', shape: 'lines' },
      },
      { kind: 'tile', ...part, text: 'See, move or cancel your appointments.', to: paths.appointments() },
    ],
    extends: [
      recordParts.add(visitsPart),
      patientPageFacts.add({
        id: 'next-appointment',
        name: 'Next appointment',
        guard: patientStaff,
        order: 10,
        value: async (context, { id: patientId }) => {
          if (!appointmentsOffered(context)) return undefined
          const { items } = await emrOf(context.licensee).appointments({
            patientId,
            list: 'upcoming',
            page: 1,
            size: 1,
          })
          return items[0] ? nextAppointmentText(items[0]) : 'None'
        },
      }),
    ],
    files: [calendarFile(services)],
    settings: Object.values(appointmentSettings),
    messages: appointmentsMessages,
    actions: Object.values(actions),
    forms: () => [ReasonForm],
    screens: [
      screen({
        route: paths.appointments.route,
        about: 'Appointments',
        guard: patientsAndGuardians,
        ...appointmentsOffer,
        rules: { book: bookingOffered },
        query: screenQuery,
        load: async (context, { query }) =>
          appointmentsScreen({
            active: chosenList(query.tab),
            request: chosenPage(query),
            bookable: bookable(context, 'book'),
            cancelled: await cancelledOne(services, context, query.cancelled),
            waiting: bookable(context, 'waiting') && waitingOffered(context),
          }),
      }),
    ],
    regions: [
      ...lists.map((list) =>
        listRegion({ list, actions: list === 'upcoming' ? [actions.ask] : [] }, async (context, request) => {
          const page = await readPage(context, { emr: emrOf(context.licensee), list, request })
          if (list === 'upcoming') declareChanges(context, page.items)
          return listBlocks({
            list,
            ...(await linksAndChanges(services, context, { list, items: page.items, ask: actions.ask })),
            ...page,
            now: context.now(),
            bookable: bookable(context, `${list}-book`),
            office: context.setting(practiceSettings.Practice_Phone),
          })
        }),
      ),
      region({
        name: 'appointments.next',
        actions: [actions.ask],
        about: 'The next appointment, for the dashboard',
        guard: patientsAndGuardians,
        ...appointmentsOffer,
        load: async (context) => {
          const emr = emrOf(context.licensee)
          const [upcoming, past] = await Promise.all([
            readPage(context, { emr, list: 'upcoming', request: soonest }),
            readPage(context, { emr, list: 'past', request: soonest }).catch(unlessEmr),
          ])
          const [next] = upcoming.items
          declareChanges(context, upcoming.items)
          if (next) context.changesAt(startOfDay(addDays(dayOf(context.now(), next.timeZone), 1), next.timeZone))
          return nextBlocks({
            next,
            ...(next ? await detailsOf(services, context, { next, ask: actions.ask }) : {}),
            last: past?.items[0],
            now: context.now(),
            bookable: bookable(context, 'next-book'),
            office: context.setting(practiceSettings.Practice_Phone),
          })
        },
      }),
    ],
  }
})

/** What stands beside the next appointment. Photo and map are left out while the record server does not give them. */
async function detailsOf(
  services: AppointmentsServices,
  context: Context,
  { next, ask }: { next: Appointment; ask: Named },
) {
  const emr = services.emrOf(context.licensee)
  const [visit, links, providers, facilities] = await Promise.all([
    videoAddress(services, context, next),
    linksOf(services, context, { list: 'upcoming', items: [next] }),
    emr.providers(next.mode).catch(unlessEmr),
    emr.facilities().catch(unlessEmr),
  ])
  const provider = providers?.find(({ id }) => id === next.providerId)
  const facility = facilities?.find(({ id }) => id === next.facilityId)
  return {
    visit,
    links: links.get(next.id),
    changes: changesIn(services, context, ask)(next),
    // Photos belong to booking.
    portrait: provider && bookingOffered(context) ? portraitOf(provider) : undefined,
    photo: next.mode === 'inoffice' && facility && bookingOffered(context) ? placePicture(facility) : undefined,
    jobTitle: provider?.jobTitle,
    mapUrl: facility?.mapUrl,
  }
}

interface Listed {
  list: AppointmentList
  items: readonly Appointment[]
}

/** Returns the links of a list's appointments; for upcoming ones also their video visits and possible changes. */
async function linksAndChanges(
  services: AppointmentsServices,
  context: Context,
  { list, items, ask }: Listed & { ask: Named },
) {
  const links = await linksOf(services, context, { list, items })
  if (list !== 'upcoming') return { links }
  const visitOf = async (item: Appointment) => [item.id, await videoAddress(services, context, item)] as const
  return { links, visits: new Map(await Promise.all(items.map(visitOf))), changes: changesIn(services, context, ask) }
}

/** Returns the address where the patient joins the video visit of an appointment; undefined when it has none. */
async function videoAddress({ uses }: AppointmentsServices, context: Context, item: Appointment) {
  const addresses = await Promise.all(uses(videoVisitAddresses).map((addressOf) => addressOf(context, item)))
  return addresses.find((address) => address !== undefined)
}

/** Returns the links that other features add to the appointments of a list, by appointment id. */
async function linksOf(
  { uses }: AppointmentsServices,
  context: Context,
  { list, items }: Listed,
): Promise<Map<string, NamedLink[]>> {
  const points = { upcoming: uses(upcomingLinks), past: uses(pastLinks), cancelled: [] }
  const linksTo = async (item: Appointment) => {
    const links = await Promise.all(points[list].map((linkOf) => linkOf(context, item)))
    return [item.id, links.filter((link) => link !== undefined)] as const
  }
  return new Map(await Promise.all(items.map(linksTo)))
}

/** By the passing of time, joining opens, changing closes, and appointments move to the past ones. */
function declareChanges(context: Context, items: readonly Appointment[]): void {
  const noticeHours = context.setting(appointmentSettings.Portal_Change_Notice_Hours)
  for (const item of items)
    for (const moment of [opensAt(item), lastChangeAt(item, noticeHours), new Date(item.startsAt)])
      context.changesAt(moment)
}

/** Returns the actions that this person may take on an upcoming appointment. */
function changesIn({ index }: AppointmentsServices, context: Context, ask: Named) {
  const cancel = cancelOffered(context)
  const movable = index.reachable(paths.booking.route) && bookingOffered(context) && rescheduleOffered(context)
  const rules = { noticeHours: context.setting(appointmentSettings.Portal_Change_Notice_Hours), now: context.now() }
  const calendar = calendarOffered(context)
  const office = context.setting(practiceSettings.Practice_Phone)
  return (item: Appointment) =>
    changeActions(item, {
      ask,
      cancel,
      ...(isTooLate(item, rules) ? { tooLate: item.facilityPhone || office } : {}),
      ...(movable && !isTooLate(item, rules) ? { reschedule: paths.timesByProvider({ reschedule: item.id }) } : {}),
      ...(calendar ? { calendar: paths.calendarFile({ id: item.id }) } : {}),
    })
}

function listRegion(
  { list, actions }: { list: AppointmentList } & Required<Pick<RegionDefinition, 'actions'>>,
  load: (context: Context, request: PageRequest) => ReturnType<RegionDefinition['load']>,
): RegionDefinition {
  return region({
    name: `appointments.${list}`,
    about: `The ${list} appointments, a page at a time`,
    guard: patientsAndGuardians,
    ...appointmentsOffer,
    query: pageQuery,
    actions,
    load: (context, query) => load(context, chosenPage(query)),
  })
}

/** Reads a page of the person's own list; the last page when the requested one is beyond it. */
async function readPage(
  context: Context,
  { emr, list, request }: { emr: Emr; list: AppointmentList; request: PageRequest },
) {
  const person = actingPrincipal(context)
  for (const topic of ownAppointmentTopics(context)) context.dependsOn(topic)
  const ask = (page: number) => emr.appointments({ patientId: person.patient.id, list, page, size: request.size })
  const chosen = await ask(request.page)
  if (chosen.items.length > 0 || chosen.total === 0) return { ...chosen, request }
  const page = lastPageOf(chosen.total, request.size)
  return { ...(await ask(page)), request: { ...request, page } }
}

import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import type { Appointment, AppointmentList, Emr } from '../../gateways/emr/emr.ts'
import {
  calendarOffered,
  cancelOffered,
  isTooLate,
  rescheduleOffered,
  waitingOffered,
} from '../../practice/appointment-changes.rules.ts'
import { pastLinks, upcomingLinks, videoVisitAddresses } from '../../practice/extension-points.ts'
import { appointmentsOffered, bookingOffered } from '../../practice/offered.ts'
import { routes, calendarAddress } from '../../practice/routes.ts'
import { goTo } from '../../protocol/block-builders.ts'
import type { Context } from '../../protocol/context.ts'
import { feature, region, screen, type RegionDefinition } from '../../protocol/definitions.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import type { NamedLink } from '../../protocol/own-link.ts'
import { actingPrincipal, personTopic } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { cancelActions, cancelledOne, ReasonForm } from './appointments.cancel.ts'
import { appointmentsMessages } from './appointments.messages.ts'
import { chosenList, chosenPage, lastPage, lists, type ListWish } from './appointments.rules.ts'
import { appointmentsScreen, changeActions, listBlocks, nextBlocks, rescheduleAddress } from './appointments.screens.ts'
import { calendarFile } from './calendar-file.ts'

export type AppointmentsServices = Pick<Services, 'emrOf' | 'index' | 'uses'>

const soonest: ListWish = { page: 1, size: 1 }
const Text = Type.Optional(Type.String({ maxLength: 40 }))
const screenQuery = closed({ tab: Text, page: Text, size: Text, cancelled: Text })
const pageQuery = closed({ page: Text, size: Text })

const guarded = { guard: patientsAndGuardians, offered: appointmentsOffered } as const
const part = { ...guarded, id: 'appointments', label: 'Appointments', icon: 'calendar' } as const

/** Upcoming, past and cancelled appointments of the signed-in person's patient. */
export const appointments = feature('appointments', (services: AppointmentsServices) => {
  const { emrOf, index } = services
  const bookable = (context: Context, block: string) =>
    index.reachable(routes.booking) && context.show(block, bookingOffered)
  return {
    menu: [{ menu: 'main', ...part, do: goTo(routes.appointments) }],
    cards: [
      {
        kind: 'section',
        ...guarded,
        id: 'next',
        title: 'Your next appointment',
        region: { id: 'next-appointment', src: 'appointments.next', shape: 'lines' },
      },
      { kind: 'tile', ...part, text: 'See your appointments and book new ones.', to: routes.appointments },
    ],
    files: [calendarFile(services)],
    messages: appointmentsMessages,
    actions: cancelActions(services),
    forms: [ReasonForm],
    screens: [
      screen({
        route: routes.appointments,
        about: 'Upcoming, past and cancelled appointments',
        guard: patientsAndGuardians,
        offered: appointmentsOffered,
        rules: { book: bookingOffered },
        query: screenQuery,
        actions: ['appointments.askCancel', 'appointments.cancel'],
        load: async (context, { query }) =>
          appointmentsScreen({
            active: chosenList(query.tab),
            wish: chosenPage(query),
            bookable: bookable(context, 'book'),
            cancelled: await cancelledOne(services, context, query.cancelled),
            waiting: bookable(context, 'waiting') && waitingOffered(context),
          }),
      }),
    ],
    regions: [
      ...lists.map((list) =>
        listRegion(list, async (context, wish) => {
          const found = await readPage(context, { emr: emrOf(context.licensee), list, wish })
          return listBlocks({
            list,
            ...(await waysIn(services, context, { list, items: found.items })),
            ...found,
            bookable: bookable(context, `${list}-book`),
            office: context.setting('Practice_Phone'),
          })
        }),
      ),
      region({
        name: 'appointments.next',
        about: 'The next appointment, for the dashboard',
        guard: patientsAndGuardians,
        offered: appointmentsOffered,
        load: async (context) => {
          const { items } = await readPage(context, { emr: emrOf(context.licensee), list: 'upcoming', wish: soonest })
          const [next] = items
          return nextBlocks({
            next,
            visit: next && (await videoAddress(services, context, next)),
            bookable: bookable(context, 'next-book'),
            office: context.setting('Practice_Phone'),
          })
        },
      }),
    ],
  }
})

interface Listed {
  list: AppointmentList
  items: readonly Appointment[]
}

/** Where appointments lead: on from their list, and the upcoming ones into their video visits and to changes. */
async function waysIn(services: AppointmentsServices, context: Context, { list, items }: Listed) {
  const links = await linksOf(services, context, { list, items })
  if (list !== 'upcoming') return { links }
  const visitOf = async (item: Appointment) => [item.id, await videoAddress(services, context, item)] as const
  return { links, visits: new Map(await Promise.all(items.map(visitOf))), changes: changesIn(services, context) }
}

/** Where the patient joins the video visit of an appointment; undefined when it has none. */
async function videoAddress({ uses }: AppointmentsServices, context: Context, item: Appointment) {
  const found = await Promise.all(uses(videoVisitAddresses).map((addressOf) => addressOf(context, item)))
  return found.find((address) => address !== undefined)
}

/** The links that other features add to the appointments of a list, by the id of the appointment. */
async function linksOf(
  { uses }: AppointmentsServices,
  context: Context,
  { list, items }: Listed,
): Promise<Map<string, NamedLink[]>> {
  const points = { upcoming: uses(upcomingLinks), past: uses(pastLinks), cancelled: [] }
  const linksTo = async (item: Appointment) => {
    const found = await Promise.all(points[list].map((linkOf) => linkOf(context, item)))
    return [item.id, found.filter((link) => link !== undefined)] as const
  }
  return new Map(await Promise.all(items.map(linksTo)))
}

/** What this person may do with an upcoming appointment now. */
function changesIn({ index }: AppointmentsServices, context: Context) {
  const cancel = cancelOffered(context)
  const movable = index.reachable(routes.booking) && bookingOffered(context) && rescheduleOffered(context)
  const rules = { noticeHours: context.setting('Portal_Change_Notice_Hours'), now: context.now() }
  const calendar = calendarOffered(context)
  return (item: Appointment) =>
    changeActions(item, {
      cancel,
      ...(movable && !isTooLate(item, rules) ? { reschedule: rescheduleAddress(item.id) } : {}),
      ...(calendar ? { calendar: calendarAddress(item.id) } : {}),
    })
}

function listRegion(
  list: AppointmentList,
  load: (context: Context, wish: ListWish) => ReturnType<RegionDefinition['load']>,
): RegionDefinition {
  return region({
    name: `appointments.${list}`,
    about: `The ${list} appointments, a page at a time`,
    guard: patientsAndGuardians,
    offered: appointmentsOffered,
    query: pageQuery,
    load: (context, query) => load(context, chosenPage(query)),
  })
}

/** A page of the person's own list; the last page when the address points behind it. */
async function readPage(context: Context, { emr, list, wish }: { emr: Emr; list: AppointmentList; wish: ListWish }) {
  const person = actingPrincipal(context)
  context.dependsOn(personTopic(person, 'appointments'))
  const ask = (page: number) => emr.appointments({ patientId: person.patient.id, list, page, size: wish.size })
  const found = await ask(wish.page)
  if (found.items.length > 0 || found.total === 0) return { ...found, wish }
  const page = lastPage({ total: found.total, size: wish.size })
  return { ...(await ask(page)), wish: { ...wish, page } }
}

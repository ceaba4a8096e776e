import Type from 'typebox'
import type { Appointment, AppointmentList, Emr } from '../../gateways/emr/emr.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import { appointmentsOffered, bookingOffered } from '../../practice/offered.ts'
import type { Context } from '../../protocol/context.ts'
import { region, screen, type ActionContext, type Feature, type RegionDefinition } from '../../protocol/definitions.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import type { NamedLink } from '../../protocol/own-link.ts'
import { actingPrincipal, personTopic } from '../../protocol/principal.ts'
import { cancelActions, cancelledOne, ReasonForm } from './appointments.cancel.ts'
import {
  calendarOffered,
  cancelOffered,
  isTooLate,
  rescheduleOffered,
  waitingOffered,
} from '../../practice/appointment-changes.rules.ts'
import { appointmentsMessages } from './appointments.messages.ts'
import { chosenList, chosenPage, lastPage, lists, type ListWish } from './appointments.rules.ts'
import { appointmentsScreen, changeActions, listBlocks, nextBlocks, rescheduleAddress } from './appointments.screens.ts'
import { routes } from '../../practice/routes.ts'

export interface AppointmentsOptions {
  emrOf: (licensee: Licensee) => Emr
  /** Links lead only where this portal has a screen. */
  reachable: (route: string) => boolean
  /** The way into the video visit of an appointment; undefined when it has none. */
  visitAddress?: (context: Context, appointment: Appointment) => Promise<string | undefined>
  /** Where the calendar file of an appointment is. */
  calendarAddress?: (appointmentId: string) => string
  /** A further way that each appointment of a list has, such as into its survey; undefined where it has none. */
  links?: Partial<Record<AppointmentList, (context: Context, item: Appointment) => Promise<NamedLink | undefined>>>
  /** Hears of a time that is free again. */
  freed?: (context: ActionContext, appointment: Pick<Appointment, 'providerId'>) => void
}

const soonest: ListWish = { page: 1, size: 1 }
const Text = Type.Optional(Type.String({ maxLength: 40 }))
const screenQuery = Type.Object({ tab: Text, page: Text, size: Text, cancelled: Text }, { additionalProperties: false })
const pageQuery = Type.Object({ page: Text, size: Text }, { additionalProperties: false })

/** Upcoming, past and cancelled appointments of the signed-in person's patient. */
export function appointmentsFeature(options: AppointmentsOptions): Feature {
  const { emrOf, reachable } = options
  const bookable = (context: Context, block: string) => reachable(routes.booking) && context.show(block, bookingOffered)
  return {
    name: 'appointments',
    messages: appointmentsMessages,
    actions: cancelActions(options),
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
            cancelled: await cancelledOne(options, context, query.cancelled),
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
            ...(await waysIn(options, context, { list, items: found.items })),
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
            visit: next && (await options.visitAddress?.(context, next)),
            bookable: bookable(context, 'next-book'),
            office: context.setting('Practice_Phone'),
          })
        },
      }),
    ],
  }
}

interface Listed {
  list: AppointmentList
  items: readonly Appointment[]
}

/** Where appointments lead: on from their list, and the upcoming ones into their video visits and to changes. */
async function waysIn(options: AppointmentsOptions, context: Context, { list, items }: Listed) {
  const links = await linksOf(options, context, { list, items })
  if (list !== 'upcoming') return { links }
  const visitOf = async (item: Appointment) => [item.id, await options.visitAddress?.(context, item)] as const
  return { links, visits: new Map(await Promise.all(items.map(visitOf))), changes: changesIn(options, context) }
}

async function linksOf({ links }: AppointmentsOptions, context: Context, { list, items }: Listed) {
  return new Map(await Promise.all(items.map(async (item) => [item.id, await links?.[list]?.(context, item)] as const)))
}

/** What this person may do with an upcoming appointment now. */
function changesIn({ reachable, calendarAddress }: AppointmentsOptions, context: Context) {
  const cancel = cancelOffered(context)
  const movable = reachable(routes.booking) && bookingOffered(context) && rescheduleOffered(context)
  const rules = { noticeHours: context.setting('Portal_Change_Notice_Hours'), now: context.now() }
  const calendar = calendarOffered(context) ? calendarAddress : undefined
  return (item: Appointment) =>
    changeActions(item, {
      cancel,
      ...(movable && !isTooLate(item, rules) ? { reschedule: rescheduleAddress(item.id) } : {}),
      ...(calendar ? { calendar: calendar(item.id) } : {}),
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

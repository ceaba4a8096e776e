import Type from 'typebox'
import type { AppointmentList, Emr } from '../../gateways/emr/emr.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import { appointmentsOffered, bookingOffered } from '../../licensees/offered.ts'
import { personTopic, type Context } from '../../ui/context.ts'
import { region, screen, type Feature, type RegionDefinition } from '../../ui/definitions.ts'
import { patientsAndGuardians } from '../../ui/guard.ts'
import { actingPerson } from '../../ui/person.ts'
import { chosenList, chosenPage, lastPage, lists, type ListWish } from './appointments.rules.ts'
import { appointmentsRoute, appointmentsScreen, bookingRoute, listBlocks, nextBlocks } from './appointments.screens.ts'

export interface AppointmentsOptions {
  emrOf: (licensee: Licensee) => Emr
  /** Links lead only where this portal has a screen. */
  reachable: (route: string) => boolean
}

const Text = Type.Optional(Type.String({ maxLength: 40 }))
const pageQuery = Type.Object({ page: Text, size: Text }, { additionalProperties: false })

/** Upcoming, past and cancelled appointments of the signed-in person's patient. */
export function appointmentsFeature({ emrOf, reachable }: AppointmentsOptions): Feature {
  const bookable = (context: Context, block: string) => reachable(bookingRoute) && context.show(block, bookingOffered)
  const office = (context: Context) => context.setting('Practice_Phone')
  return {
    name: 'appointments',
    messages: {},
    actions: [],
    screens: [
      screen({
        route: appointmentsRoute,
        about: 'Upcoming, past and cancelled appointments',
        guard: patientsAndGuardians,
        offered: appointmentsOffered,
        rules: { book: bookingOffered },
        query: Type.Object({ tab: Text, page: Text, size: Text }, { additionalProperties: false }),
        load: (context, { query }) =>
          appointmentsScreen({
            active: chosenList(query.tab),
            wish: chosenPage(query),
            bookable: bookable(context, 'book'),
          }),
      }),
    ],
    regions: [
      ...lists.map((list) =>
        listRegion(list, async (context, wish) => {
          const found = await readPage(context, { emr: emrOf(context.licensee), list, wish })
          return listBlocks({ list, ...found, bookable: bookable(context, `${list}-book`), office: office(context) })
        }),
      ),
      region({
        name: 'appointments.next',
        about: 'The next appointment, for the dashboard',
        guard: patientsAndGuardians,
        offered: appointmentsOffered,
        load: async (context) => {
          const { items } = await readPage(context, {
            emr: emrOf(context.licensee),
            list: 'upcoming',
            wish: { page: 1, size: 1 },
          })
          return nextBlocks({ next: items[0], bookable: bookable(context, 'next-book'), office: office(context) })
        },
      }),
    ],
  }
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
  const person = actingPerson(context)
  context.dependsOn(personTopic(person, 'appointments'))
  const ask = (page: number) => emr.appointments({ patientId: person.patient.id, list, page, size: wish.size })
  const found = await ask(wish.page)
  if (found.items.length > 0 || found.total === 0) return { ...found, wish }
  const page = lastPage({ total: found.total, size: wish.size })
  return { ...(await ask(page)), wish: { ...wish, page } }
}

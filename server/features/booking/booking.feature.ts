import Type from 'typebox'
import type { Db } from '../../db/open.ts'
import type { Appointment, Emr } from '../../gateways/emr/emr.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import { bookingOffered } from '../../practice/offered.ts'
import { region, screen, type ActionContext, type Feature, type ScreenDefinition } from '../../protocol/definitions.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import { bookingActions } from './booking.actions.ts'
import { confirmationRoute, slotsRoutes } from './booking.addresses.ts'
import { SlotsQuery, type Way } from './booking.choices.ts'
import { bookingMessages } from './booking.messages.ts'
import { loadConfirmation, loadQuestion, loadSlots, loadTimes, type ArrivalLink } from './booking.pages.ts'
import { byLocationOffered, insuranceAsked, ownTypesAsked, telehealthOffered } from './booking.rules.ts'
import { timesRegion } from './booking.slots.screens.ts'
import { findOpenHold } from './booking.store.ts'
import { timesTopic, type BookingLog, type BookingTools } from './booking-tools.ts'
import { letGo } from './release-hold.ts'
import { watchWaiting, type WaitingMail, type WaitingWatch } from './waiting.ts'
import { UntilForm, waitingActions, waitingRegion } from './waiting.actions.ts'
import { startSweeping } from './sweep-holds.ts'
import { routes } from '../../practice/routes.ts'

export interface BookingOptions {
  db: Db
  licensees: readonly Licensee[]
  emrOf: (licensee: Licensee) => Emr
  now: () => Date
  /** Tells screens of what happens beside requests, such as a hold that ended. */
  publish?: (topics: string[]) => void
  log?: BookingLog
  /** Where the calendar file of an appointment is. */
  calendarAddress?: (appointmentId: string) => string
  /** The way to what can be done before the visit. */
  arrivalLink?: ArrivalLink
  /** How people on the waiting list are told. */
  mail: WaitingMail
}

export interface BookingRoom {
  feature: Feature
  /** Lets go of what the person holds, as they leave. Never rejects. */
  leaving: (context: ActionContext) => Promise<void>
  /** Hears that the time of an appointment is free again. */
  freed: (context: ActionContext, appointment: Pick<Appointment, 'providerId'>) => void
}

const guarded = { guard: patientsAndGuardians, offered: bookingOffered } as const
const rules = { 'type-telederm': telehealthOffered, visit: ownTypesAsked, 'by-location': byLocationOffered }

/** Work that nobody waits for, except a portal that stops. */
function keepWork(log: BookingLog): { later: BookingTools['later']; settled: () => Promise<unknown> } {
  const pending = new Set<Promise<unknown>>()
  return {
    later: (what, work) => {
      const done = work.catch((error: unknown) => log.error({ err: error }, what)).finally(() => pending.delete(done))
      pending.add(done)
    },
    settled: () => Promise.all(pending),
  }
}

/** Booking an appointment, from the first question to the confirmation (specification 1 §2, §4). */
export function openBooking(options: BookingOptions): BookingRoom {
  const { db, emrOf, now, publish: tell = () => undefined, log = { error: () => undefined } } = options
  const { later, settled } = keepWork(log)
  const toolsFor = (licensee: Licensee, publish = tell): BookingTools => ({
    db,
    emr: emrOf(licensee),
    now,
    log,
    publish,
    later,
    freed: () => watch.soon(licensee),
  })
  const watch = watchWaiting({ licensees: options.licensees, toolsFor, mail: options.mail })
  return {
    feature: bookingFeature(options, { toolsFor, log, settled, watch }),
    leaving: async (context) => {
      const tools = toolsFor(context.licensee, (topics) => context.publish(topics))
      later('a slot could not be released at the end of a session', letGoOfAll(tools, context))
    },
    freed: (context, { providerId }) => {
      context.publish([timesTopic(context.licensee.id, providerId)])
      watch.soon(context.licensee)
    },
  }
}

/** An account holds one slot at most. A booking that runs is left to end. */
async function letGoOfAll(tools: BookingTools, { principal, licensee }: ActionContext): Promise<void> {
  if (!principal || !('accountId' in principal)) return
  const open = await findOpenHold(tools.db, { licenseeId: licensee.id, accountId: principal.accountId })
  if (open?.state === 'held') await letGo(tools, open)
}

interface Workings {
  toolsFor: (licensee: Licensee, publish?: BookingTools['publish']) => BookingTools
  log: BookingLog
  /** When the work that goes on beside requests has ended. */
  settled: () => Promise<unknown>
  watch: WaitingWatch
}

function bookingFeature(
  { db, licensees, emrOf, now, calendarAddress, arrivalLink, mail }: BookingOptions,
  { toolsFor, log, settled, watch }: Workings,
): Feature {
  return {
    name: 'booking',
    messages: bookingMessages,
    actions: [...bookingActions({ toolsFor }), ...waitingActions({ toolsFor, mail })],
    forms: [UntilForm],
    screens: [
      screen({
        ...guarded,
        rules: { ...rules, insurance: insuranceAsked },
        route: routes.booking,
        about: 'Booking an appointment',
        query: SlotsQuery,
        load: (context, { query }) => loadQuestion(context, { emr: emrOf(context.licensee), query }),
      }),
      ...(Object.keys(slotsRoutes) as Way[]).map((way) => slotsPage(way, emrOf)), // the keys of a record by way
      screen({
        ...guarded,
        route: confirmationRoute,
        about: 'Confirmation of a booking',
        query: Type.Object({ hold: Type.Optional(Type.String({ maxLength: 60 })) }, { additionalProperties: false }),
        load: (context, { query }) =>
          loadConfirmation(context, { db, id: query.hold ?? '', calendarAddress, arrivalLink }),
      }),
    ],
    regions: [
      region({
        ...guarded,
        name: timesRegion,
        about: 'Free times of the strip',
        query: SlotsQuery,
        load: (context, query) => loadTimes(context, { emr: emrOf(context.licensee), db, query }),
      }),
      waitingRegion({ toolsFor }),
    ],
    start: () => {
      const stop = startSweeping({ licensees, toolsFor, db, now, log })
      watch.start()
      return async () => {
        await stop()
        await watch.stop()
        await settled()
      }
    },
  }
}

const about: Record<Way, string> = {
  location: 'Times of a location',
  date: 'Times of a date',
  provider: 'Times of a provider',
}

function slotsPage(way: Way, emrOf: BookingOptions['emrOf']): ScreenDefinition {
  return screen({
    ...guarded,
    rules,
    route: slotsRoutes[way],
    about: about[way],
    query: SlotsQuery,
    actions: ['booking.hold', 'booking.book', 'booking.release', 'booking.goBack', 'booking.askWait', 'booking.wait'],
    load: (context, { query }) => loadSlots(context, { emr: emrOf(context.licensee), query, way }),
  })
}

import Type from 'typebox'
import type { Db } from '../../db/open.ts'
import type { Emr } from '../../gateways/emr/emr.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import { bookingOffered } from '../../licensees/offered.ts'
import { region, screen, type Feature, type ScreenDefinition } from '../../ui/definitions.ts'
import { patientsAndGuardians } from '../../ui/guard.ts'
import { bookingActions } from './booking.actions.ts'
import { bookingRoute, confirmationRoute, slotsRoutes } from './booking.addresses.ts'
import { SlotsQuery, type Way } from './booking.choices.ts'
import { bookingMessages } from './booking.messages.ts'
import { loadConfirmation, loadQuestion, loadSlots, loadTimes } from './booking.pages.ts'
import { byLocationOffered, ownTypesAsked, telehealthOffered } from './booking.rules.ts'
import { timesRegion } from './booking.slots.screens.ts'
import type { BookingLog, BookingTools } from './booking-tools.ts'
import { startSweeping } from './sweep-holds.ts'

export interface BookingOptions {
  db: Db
  licensees: readonly Licensee[]
  emrOf: (licensee: Licensee) => Emr
  now: () => Date
  /** Tells screens of what happens beside requests, such as a hold that ended. */
  publish?: (topics: string[]) => void
  log?: BookingLog
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
export function bookingFeature({
  db,
  licensees,
  emrOf,
  now,
  publish: tell = () => undefined,
  log = { error: () => undefined },
}: BookingOptions): Feature {
  const { later, settled } = keepWork(log)
  const toolsFor = (licensee: Licensee, publish = tell): BookingTools => ({
    db,
    emr: emrOf(licensee),
    now,
    log,
    publish,
    later,
  })
  return {
    name: 'booking',
    messages: bookingMessages,
    actions: bookingActions({ toolsFor }),
    screens: [
      screen({
        ...guarded,
        rules,
        route: bookingRoute,
        about: 'Booking start: one question a page',
        query: SlotsQuery,
        load: (context, { query }) => loadQuestion(context, { emr: emrOf(context.licensee), query }),
      }),
      ...(Object.keys(slotsRoutes) as Way[]).map((way) => slotsPage(way, emrOf)), // the keys of a record by way
      screen({
        ...guarded,
        route: confirmationRoute,
        about: 'What was booked and what happens next',
        query: Type.Object({ hold: Type.Optional(Type.String({ maxLength: 60 })) }, { additionalProperties: false }),
        load: (context, { query }) => loadConfirmation(context, { db, id: query.hold ?? '' }),
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
    ],
    start: () => {
      const stop = startSweeping({ licensees, toolsFor, db, now, log })
      return async () => {
        await stop()
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
    actions: ['booking.hold', 'booking.book', 'booking.release', 'booking.goBack'],
    load: (context, { query }) => loadSlots(context, { emr: emrOf(context.licensee), query, way }),
  })
}

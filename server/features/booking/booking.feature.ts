import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import { createMailOf } from '../../identity/mail-of.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import { signingOut, upcomingLinks, slotFreed } from '../../practice/extension-points.ts'
import { bookingOffered } from '../../practice/offered.ts'
import { routes } from '../../practice/routes.ts'
import { region, screen, type ActionContext, type ScreenDefinition, feature } from '../../protocol/definitions.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import type { Services } from '../../services.ts'
import { timesTopic, type BookingLog, type BookingTools } from './booking-tools.ts'
import { bookingActions } from './booking.actions.ts'
import { confirmationRoute, slotsRoutes } from './booking.addresses.ts'
import { SlotsQuery, type Way } from './booking.choices.ts'
import { bookingMessages } from './booking.messages.ts'
import { loadConfirmation, loadQuestion, loadSlots, loadTimes } from './booking.pages.ts'
import { byLocationOffered, insuranceAsked, ownTypesAsked, telehealthOffered } from './booking.rules.ts'
import { timesRegion } from './booking.slots.screens.ts'
import { findOpenHold } from './booking.store.ts'
import { photos } from './photos.ts'
import { letGo } from './release-hold.ts'
import { startSweeping } from './sweep-holds.ts'
import { UntilForm, waitingActions, waitingRegion } from './waiting.actions.ts'
import { watchWaiting, type WaitingMail } from './waiting.ts'

type BookingServices = Pick<
  Services,
  'db' | 'licensees' | 'emrOf' | 'now' | 'publish' | 'log' | 'settings' | 'outbox' | 'uses'
>

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
export const booking = feature('booking', (services: BookingServices) => {
  const { db, licensees, emrOf, now, log } = services
  const { later, settled } = keepWork(log)
  const toolsFor = (licensee: Licensee, publish = services.publish): BookingTools => ({
    db,
    emr: emrOf(licensee),
    now,
    log,
    publish,
    later,
    freed: () => watch.soon(licensee),
  })
  const mail: WaitingMail = {
    settingOf: services.settings.value,
    mailOf: createMailOf(services, now),
    post: services.outbox.post,
  }
  const watch = watchWaiting({ licensees, toolsFor, mail })
  return {
    landingTiles: [
      {
        id: 'booking',
        label: 'Booking',
        text: 'Find a time and book it at once.',
        icon: 'calendar',
        offered: bookingOffered,
      },
    ],
    files: [photos(services)],
    extends: [
      signingOut.add(async (context) => {
        const tools = toolsFor(context.licensee, (topics) => context.publish(topics))
        later('a slot could not be released at the end of a session', letGoOfAll(tools, context))
      }),
      slotFreed.add((context, { providerId }) => {
        context.publish([timesTopic(context.licensee.id, providerId)])
        watch.soon(context.licensee)
      }),
    ],
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
        query: closed({ hold: Type.Optional(Type.String({ maxLength: 60 })) }),
        load: (context, { query }) =>
          loadConfirmation(context, { db, id: query.hold ?? '', links: services.uses(upcomingLinks) }),
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
})

/** An account holds one slot at most. A booking that runs is left to end. */
async function letGoOfAll(tools: BookingTools, { principal, licensee }: ActionContext): Promise<void> {
  if (!principal || !('accountId' in principal)) return
  const open = await findOpenHold(tools.db, { licenseeId: licensee.id, accountId: principal.accountId })
  if (open?.state === 'held') await letGo(tools, open)
}

const about: Record<Way, string> = {
  location: 'Times of a location',
  date: 'Times of a date',
  provider: 'Times of a provider',
}

function slotsPage(way: Way, emrOf: Services['emrOf']): ScreenDefinition {
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

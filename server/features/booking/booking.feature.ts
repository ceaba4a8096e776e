import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import { createMailOf } from '../../identity/mail-of.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import { signingOut, upcomingLinks, slotFreed } from '../../practice/extension-points.ts'
import { bookingOffered } from '../../practice/offered.ts'
import { routes } from '../../practice/routes.ts'
import { region, screen, type ScreenDefinition, feature } from '../../protocol/definitions.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import type { Services } from '../../services.ts'
import { timesTopic, type BookingServices } from './booking-services.ts'
import { bookingActions } from './booking.actions.ts'
import { confirmationRoute, slotsRoutes } from './booking.addresses.ts'
import { SlotsQuery, type Way } from './booking.choices.ts'
import { bookingMessages } from './booking.messages.ts'
import { loadConfirmation, loadQuestion, loadSlots, loadTimes } from './booking.pages.ts'
import { byLocationOffered, insuranceAsked, ownTypesAsked, telehealthOffered } from './booking.rules.ts'
import { timesRegion } from './booking.slots.screens.ts'
import { endHoldOf } from './booking.store.ts'
import { photos } from './photos.ts'
import { releaseSlot } from './release-slot.ts'
import { requestReminder } from './request-reminder.ts'
import { sweepHolds } from './sweep-holds.ts'
import { UntilForm, waitingActions, waitingRegion } from './waiting.actions.ts'
import { hasWaitingList, lookAtAllWaiting, lookAtWaiting, type WaitingMail } from './waiting.ts'

type FeatureServices = Pick<
  Services,
  'db' | 'licensees' | 'emrOf' | 'now' | 'publish' | 'log' | 'settings' | 'outbox' | 'jobs' | 'uses'
>

const guarded = { guard: patientsAndGuardians, offered: bookingOffered } as const
const rules = { 'type-telederm': telehealthOffered, visit: ownTypesAsked, 'by-location': byLocationOffered }

/** Booking an appointment, from the first question to the confirmation (specification 1 §2, §4). */
export const booking = feature('booking', (services: FeatureServices) => {
  const { db, emrOf, now, log, jobs } = services
  const servicesFor = (licensee: Licensee, publish = services.publish): BookingServices => ({
    db,
    emr: emrOf(licensee),
    now,
    log,
    publish,
    jobs,
    slotFreed: () => lookSoon(licensee),
  })
  const mail: WaitingMail = {
    settingOf: services.settings.value,
    mailOf: createMailOf(services, now),
    post: services.outbox.post,
  }
  const lookSoon = async (licensee: Licensee) => {
    if (!hasWaitingList(licensee, mail)) return
    await jobs
      .add(db, lookAtWaiting, { licenseeId: licensee.id })
      .catch((error: unknown) =>
        log.error({ err: error, licensee: licensee.id }, 'the waiting list could not be looked at'),
      )
  }
  const endHold = async (licensee: Licensee, accountId: number) => {
    try {
      if (await endHoldOf(db, { licenseeId: licensee.id, accountId, at: now() })) jobs.soon(sweepHolds)
    } catch (error) {
      log.error({ err: error, licensee: licensee.id }, 'a hold could not be ended with its session')
    }
  }
  const inBackground = { ...services, servicesFor, mail }
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
      signingOut.add(async ({ licensee, principal }) => {
        if (principal && 'accountId' in principal) await endHold(licensee, principal.accountId)
      }),
      slotFreed.add(async (context, { providerId }) => {
        context.publish([timesTopic(context.licensee.id, providerId)])
        await lookSoon(context.licensee)
      }),
    ],
    messages: bookingMessages,
    actions: [...bookingActions({ servicesFor }), ...waitingActions({ servicesFor, mail })],
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
      waitingRegion({ servicesFor }),
    ],
    jobs: [
      sweepHolds.using(inBackground),
      requestReminder.using(services),
      releaseSlot.using(services),
      lookAtAllWaiting.using(inBackground),
      lookAtWaiting.using(inBackground),
    ],
  }
})

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

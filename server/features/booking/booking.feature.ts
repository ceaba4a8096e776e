import Type from 'typebox'
import { bookingSettings } from './booking.settings.ts'
import { bookingPaths } from './booking.paths.ts'
import { closed } from '../../../schemas/base.ts'
import type { Db } from '../../db/open.ts'
import { switchPatient } from '../../identity/complete-sign-in.dialogs.ts'
import { askToSwitchTo } from '../../identity/link-of-other.ts'
import { mayStill } from '../../identity/looks-again.ts'
import { createMailOf } from '../../identity/mail-of.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import {
  appointmentBooked,
  appointmentCancelled,
  patientDisabled,
  settingNotes,
  signingOut,
  upcomingLinks,
} from '../../practice/extension-points.ts'
import { waitingOffered } from '../../practice/appointment-changes.rules.ts'
import { paths } from '../../practice/paths.ts'
import type { Context } from '../../protocol/context.ts'
import { type ActionDefinition, feature, region, screen, type ScreenDefinition } from '../../protocol/definitions.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import type { Services } from '../../services.ts'
import { timesTopic, type BookingServices } from './booking-services.ts'
import { bookingActions } from './booking.actions.ts'
import { slotsAddress, timesPaths } from './booking.addresses.ts'
import { SlotsQuery, type Way } from './booking.choices.ts'
import { bookingMessages } from './booking.messages.ts'
import { loadConfirmation, loadQuestion, loadSlots, loadTimes } from './booking.pages.ts'
import {
  asksForInsurance,
  asksForOwnTypes,
  bookingOffer,
  byLocationOffered,
  telehealthOffered,
} from './booking.rules.ts'
import { endHoldOf, endHoldsFor } from './booking.store.ts'
import { holdOwner } from './hold-owner.ts'
import { photos } from './photos.ts'
import { releaseSlot } from './release-slot.ts'
import { requestReminder } from './request-reminder.ts'
import { endHolds, forgetEndedHolds } from './end-holds.ts'
import { typeNote } from './type-note.ts'
import { UntilForm, waitingActions, waitingRegion } from './waiting.actions.ts'
import { leaveListsFor, patientWaiting } from './waiting.store.ts'
import { checkWaitingLists, hasWaitingList, type WaitingMail } from './waiting.ts'

type FeatureServices = Pick<
  Services,
  'db' | 'licensees' | 'emrOf' | 'now' | 'publish' | 'log' | 'settings' | 'outbox' | 'jobs' | 'uses'
>

const guarded = { guard: patientsAndGuardians, ...bookingOffer } as const
const rules = { 'type-telederm': telehealthOffered, visit: asksForOwnTypes, 'by-location': byLocationOffered }

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
    slotReleased: () => checkSoon(licensee),
    booked: async (tx, appointment) => {
      for (const hear of services.uses(appointmentBooked)) await hear(tx, appointment)
    },
  })
  const mail: WaitingMail = {
    settingOf: services.settings.value,
    mayStill: (waiting) => mayStill(services, waiting, bookingOffer.offered),
    mailOf: createMailOf(services, now),
    enqueue: services.outbox.enqueue,
  }
  const checkSoon = (licensee: Licensee) => {
    if (hasWaitingList(licensee, mail)) jobs.soon(checkWaitingLists, licensee.id)
  }
  const endHold = async (licensee: Licensee, accountId: number) => {
    try {
      if (await endHoldOf(db, { licenseeId: licensee.id, accountId, at: now() })) jobs.soon(endHolds, licensee.id)
    } catch (error) {
      log.error({ err: error, licensee: licensee.id }, 'a hold could not be ended with its session')
    }
  }
  const inBackground = { ...services, servicesFor, mail }
  const actions = bookingActions({ servicesFor })
  const waiting = waitingActions({ servicesFor, mail })
  const onTimes = { goBack: actions.goBack, askWait: waiting.ask }
  return {
    cards: [
      {
        ...guarded,
        kind: 'tile',
        id: 'book',
        label: 'Book an appointment',
        text: 'Find a time and book it at once.',
        icon: 'clock',
        to: paths.booking(),
      },
    ],
    landingTiles: [
      {
        id: 'booking',
        guard: patientsAndGuardians,
        label: 'Booking',
        text: 'Find a time and book it at once.',
        icon: 'calendar',
        to: paths.booking(),
        ...bookingOffer,
      },
    ],
    files: [photos(services)],
    extends: [
      settingNotes.add(typeNote(emrOf)),
      signingOut.add(async ({ licensee, principal }) => {
        if (principal && 'accountId' in principal) await endHold(licensee, principal.accountId)
      }),
      patientDisabled.add(async (tx, disabled) => {
        await endHoldsFor(tx, disabled)
        await leaveListsFor(tx, disabled)
      }),
      appointmentCancelled.add(async (context, { providerId }) => {
        context.publish([timesTopic(context.licensee.id, providerId)])
        checkSoon(context.licensee)
      }),
    ],
    settings: Object.values(bookingSettings),
    messages: bookingMessages,
    actions: [...Object.values(actions), ...Object.values(waiting)],
    forms: () => [UntilForm],
    screens: [
      screen({
        ...guarded,
        rules: { ...rules, insurance: asksForInsurance },
        route: paths.booking.route,
        under: paths.appointments.route,
        about: 'Booking an appointment',
        query: SlotsQuery,
        load: (context, { query }) => loadQuestion(context, { services: servicesFor(context.licensee), query }),
      }),
      ...(Object.keys(timesPaths) as Way[]).map((way) => slotsPage(way, { db, emrOf, actions: onTimes })), // the keys of a record by Way
      screen({
        ...guarded,
        route: bookingPaths.confirmation.route,
        under: paths.appointments.route,
        about: 'Confirmation of a booking',
        query: closed({ hold: Type.Optional(Type.String({ maxLength: 60 })) }),
        load: (context, { query }) =>
          loadConfirmation(context, {
            emr: emrOf(context.licensee),
            db,
            id: query.hold ?? '',
            links: services.uses(upcomingLinks),
          }),
      }),
    ],
    regions: [
      region({
        ...guarded,
        name: bookingPaths.timesRegion.route,
        actions: [actions.hold],
        about: 'Free times of the strip',
        query: SlotsQuery,
        load: (context, query) => loadTimes(context, { emr: emrOf(context.licensee), db, query, hold: actions.hold }),
      }),
      waitingRegion({ servicesFor, waiting }),
    ],
    jobs: [
      endHolds.using(inBackground),
      forgetEndedHolds.using(services),
      requestReminder.using(services),
      releaseSlot.using(services),
      checkWaitingLists.using(inBackground),
    ],
  }
})

const about: Record<Way, string> = {
  location: 'Times of a location',
  date: 'Times of a date',
  provider: 'Times of a provider',
}

function slotsPage(
  way: Way,
  { db, emrOf, actions }: Pick<Services, 'db' | 'emrOf'> & { actions: Record<'goBack' | 'askWait', ActionDefinition> },
): ScreenDefinition {
  return screen({
    ...guarded,
    rules: { ...rules, wait: waitingOffered },
    route: timesPaths[way].route,
    under: paths.appointments.route,
    about: about[way],
    title: 'Choose a time',
    query: SlotsQuery,
    actions: [...Object.values(actions), switchPatient],
    load: async (context, { query }) => {
      await askForWaiting(context, db, { way, query })
      return loadSlots(context, { emr: emrOf(context.licensee), db, query, way, actions })
    },
  })
}

/** The address of an offered time comes by email to a guardian who may act for another patient by now. */
async function askForWaiting(context: Context, db: Db, { way, query }: { way: Way; query: SlotsQuery }): Promise<void> {
  if (query.waiting === undefined) return
  const patientId = await patientWaiting(db, { id: query.waiting, owner: holdOwner(context) })
  if (patientId === undefined) return
  await askToSwitchTo({ db }, context, { patientId, route: timesPaths[way].route, to: slotsAddress(way, query) })
}

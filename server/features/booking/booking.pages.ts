import { practiceSettings } from '../../licensees/settings/practice.settings.ts'
import { appointmentSettings } from '../../practice/appointment.settings.ts'
import { bookingSettings } from './booking.settings.ts'
import type { BlockList } from '../../../schemas/block.ts'
import type { Db } from '../../db/open.ts'
import type { Appointment } from '../../gateways/emr/appointments/appointments.ts'
import { unlessEmr } from '../../gateways/emr/emr.errors.ts'
import type { Emr } from '../../gateways/emr/emr.ts'
import type { VisitMode } from '../../gateways/emr/reference/reference.ts'
import type { Schedule } from '../../gateways/emr/slots/slots.ts'
import {
  calendarOffered,
  cancelOffered,
  isTooLate,
  rescheduleOffered,
  waitingOffered,
} from '../../practice/appointment-changes.rules.ts'
import { ownAppointmentTopics } from '../../practice/appointment-topics.ts'
import { firstNameOfOther, patientFact } from '../../practice/for-whom.ts'
import { upcomingLinks } from '../../practice/extension-points.ts'
import { paths } from '../../practice/paths.ts'
import type { Context } from '../../protocol/context.ts'
import type { Named, ScreenBody } from '../../protocol/definitions.ts'
import type { Contribution } from '../../protocol/extension-point.ts'
import { Failure } from '../../protocol/failure.ts'
import { dayOf } from '../../protocol/time-words.ts'
import { timesTopic, type BookingServices } from './booking-services.ts'
import { timesPaths } from './booking.addresses.ts'
import {
  anyProvider,
  isMode,
  isWay,
  noInsurance,
  type ChoicesQuery,
  type Offer,
  type SlotsQuery,
  type Way,
} from './booking.choices.ts'
import { confirmationScreen, formerScreen } from './booking.confirmation.screens.ts'
import { asksForPlace, asksForPlaceOnDay, atMostScreen, questionScreen } from './booking.index.screens.ts'
import { bookingMessages } from './booking.messages.ts'
import { loadOffer } from './booking.offer.ts'
import { findOpenings, firstOpening, requestTimes } from './booking.openings.ts'
import { modeOffer, asksForOwnTypes, resolveChoices, type Resolved } from './booking.rules.ts'
import { incompleteScreen, slotsScreen } from './booking.slots.screens.ts'
import { findDays } from './find-days.ts'
import { findHold, findOpenHold, type HoldOwner } from './booking.store.ts'
import { bookableDays, stripStart, type StripStart } from './booking.strip.rules.ts'
import { timesBlocks, type HeldTime } from './booking.times.screens.ts'
import { holdOwner } from './hold-owner.ts'
import { loadMoving } from './moving.ts'
import { findLastPlace } from './last-place.ts'
import { isAtMost, upcomingOf } from './upcoming.ts'
import { waitAction } from './waiting.screens.ts'

export interface PageSources {
  emr: Emr
  db: Db
}

const telehealthName = (context: Context) => context.setting(bookingSettings.Telehealth_Type_Name)
const office = (context: Context) => context.setting(practiceSettings.Practice_Phone)

export async function loadQuestion(
  context: Context,
  { services, query }: { services: Pick<BookingServices, 'db' | 'emr' | 'log'>; query: SlotsQuery },
): Promise<ScreenBody> {
  const { emr } = services
  const [offer, most] = await Promise.all([
    loadOffer(context, { emr, query }),
    query.type === undefined ? reachedMost(context, services) : undefined,
  ])
  if (most !== undefined)
    return atMostScreen({ most, office: office(context), firstName: firstNameOfOther(context.principal) })
  const resolved = resolveChoices(query, offer)
  const { type, visit = '', date } = resolved.choices
  const onDay =
    asksForPlaceOnDay(resolved) && isMode(type) && date
      ? await emr.facilitiesByDate({ day: date, mode: type, typeId: visit })
      : undefined
  const strip = stripStart(query.from ?? query.date, offer)
  const openDays =
    resolved.ask === 'date' && isMode(type)
      ? await findDays(emr, {
          mode: type,
          typeId: visit,
          ownTypes: asksForOwnTypes(context),
          places: modeOffer(resolved.choices, offer).facilities,
          today: offer.today,
          latest: offer.latest,
          requested: (query.from ?? query.date) === undefined ? undefined : strip.from,
        })
      : undefined
  return questionScreen({
    last: asksForPlace(resolved) ? await findLastPlace(context, emr) : undefined,
    offer,
    resolved,
    onDay,
    strip: openDays ? { ...strip, from: openDays.from } : strip,
    ...(openDays ? { openDays } : {}),
    telehealthName: telehealthName(context),
    office: office(context),
  })
}

/** Returns how many upcoming appointments a patient may have, if this one has them. */
async function reachedMost(
  context: Context,
  services: Pick<BookingServices, 'db' | 'emr' | 'log'>,
): Promise<number | undefined> {
  for (const topic of ownAppointmentTopics(context)) context.dependsOn(topic)
  const owner = holdOwner(context)
  const upcoming = await upcomingOf(services, owner)
  const isReached = await isAtMost(context, services, { owner, upcoming })
  return isReached ? context.setting(bookingSettings.Portal_Most_Appointments) : undefined
}

export interface SlotsActions {
  goBack: Named
  /** Joins the waiting list. */
  askWait: Named
}

export async function loadSlots(
  context: Context,
  { emr, db, query, way, actions }: PageSources & { query: SlotsQuery; way: Way; actions: SlotsActions },
): Promise<ScreenBody> {
  const request = await resolveSlots(context, { emr, query, way })
  const { resolved, offer, moving, strip } = request
  const { choices } = resolved
  const { mode, typeId } = visitOf(choices)
  // An address with a day keeps it; otherwise the strip opens on the first day that has a time.
  const isRequested = (way === 'date' ? query.date : query.from) !== undefined
  const held = await heldTime(db, { owner: holdOwner(context), mode, typeId, moves: moving?.id, at: context.now() })
  const openings = await findOpenings(emr, {
    way,
    choices,
    mode,
    typeId,
    ownTypes: asksForOwnTypes(context),
    today: offer.today,
    latest: offer.latest,
    requested: isRequested || way === 'date' ? strip.from : undefined,
    heldOn: heldDay(held, { way, choices, offer }),
  })
  const wait = moving === undefined && context.show('wait', waitingOffered)
  return slotsScreen({
    ...request,
    strip: isRequested || way === 'date' ? strip : { ...strip, from: openings.first ?? strip.from },
    openings,
    telehealthName: telehealthName(context),
    way,
    patient: patientFact(context.principal),
    goBack: actions.goBack,
    ...(wait ? { wait: waitAction(actions.askWait, { mode, typeId, ...waitedFor(way, choices) }) } : {}),
  })
}

function visitOf({ type, visit: typeId = '' }: ChoicesQuery): { mode: VisitMode; typeId: string } {
  return { mode: isMode(type) ? type : 'inoffice', typeId }
}

/** Returns the day of a held time that the page shows. */
function heldDay(
  held: HeldTime | undefined,
  { way, choices, offer }: { way: Way; choices: ChoicesQuery; offer: Offer },
): string | undefined {
  if (!held) return undefined
  const { providerId, facilityId, startsAt } = held
  const isShown =
    way === 'provider'
      ? choices.provider === providerId || choices.provider === anyProvider
      : choices.facility === facilityId
  const place = modeOffer(choices, offer).facilities.find(({ id }) => id === facilityId)
  return isShown && place ? dayOf(startsAt, place.timeZone) : undefined
}

/** A waiting-list entry for the provider of the page, or for its location. */
function waitedFor(way: Way, { provider, facility }: ChoicesQuery): { providerId: string; facilityId: string } {
  if (way !== 'provider') return { providerId: '', facilityId: facility ?? '' }
  return { providerId: provider === undefined || provider === anyProvider ? '' : provider, facilityId: '' }
}

interface SlotsRequest {
  offer: Offer
  resolved: Resolved
  strip: StripStart
  /** The appointment to be moved. */
  moving?: Appointment
}

/**
 * Resolves everything that the times page needs. Throws a Failure with a screen when a choice is missing or not
 * offered.
 */
async function resolveSlots(
  context: Context,
  { emr, query, way }: { emr: Emr; query: SlotsQuery; way: Way },
): Promise<SlotsRequest> {
  const offer = await loadOffer(context, { emr, query })
  const strip = stripStart(way === 'date' ? query.date : query.from, offer)
  if (query.reschedule !== undefined && way === 'provider')
    return resolveMove(context, { emr, id: query.reschedule, offer, strip })
  const resolved = resolveChoices(
    {
      ...withoutQuestion(offer),
      ...withRegion(query, offer),
      by: way,
      ...(way === 'date' ? { date: strip.from } : {}),
    },
    offer,
  )
  if (resolved.ask === undefined) return { offer, resolved, strip }
  const place = { route: timesPaths[way].route, topics: [...context.trace.topics] }
  throw new Failure('booking.incomplete', {
    status: 422,
    place,
    screen: incompleteScreen(bookingMessages['booking.incomplete'], resolved.choices),
  })
}

/** A link to the times may omit the insurance: it then means none. */
function withoutQuestion({ insurances = [] }: Offer): ChoicesQuery {
  return insurances.length > 0 ? { insurance: noInsurance } : {}
}

/** When moving an appointment, only the time can be chosen. */
async function resolveMove(
  context: Context,
  { strip, ...request }: { emr: Emr; id: string; offer: Offer; strip: StripStart },
): Promise<SlotsRequest> {
  const { appointment, offer, choices } = await loadMoving(context, request)
  return { offer, resolved: resolveChoices(choices, offer), strip, moving: appointment }
}

/** Adds the region of the chosen location. */
function withRegion(query: SlotsQuery, offer: Offer): ChoicesQuery {
  const region = query.region ?? modeOffer(query, offer).facilities.find(({ id }) => id === query.facility)?.regionId
  return { ...query, ...(region === undefined ? {} : { region }) }
}

/** Loads the times of a strip: one call to the record server, besides cached data and the person's own hold. */
export async function loadTimes(
  context: Context,
  { emr, db, query, hold }: PageSources & { query: SlotsQuery; hold: Named },
): Promise<BlockList> {
  const way = isWay(query.by) ? query.by : 'location'
  const { resolved, strip, offer, moving } = await resolveSlots(context, { emr, query, way })
  const { choices } = resolved
  const { facility } = choices
  const { mode, typeId } = visitOf(choices)
  const owner = holdOwner(context)
  const [schedules, held] = await Promise.all([
    requestTimes(emr, {
      way,
      choices,
      mode,
      typeId,
      from: strip.from,
      days: bookableDays(strip.from, offer.latest).length,
      ownTypes: asksForOwnTypes(context),
    }),
    heldTime(db, { owner, mode, typeId, moves: moving?.id, at: context.now() }),
  ])
  for (const { provider } of schedules) context.dependsOn(timesTopic(owner.licenseeId, provider.id))
  const phone =
    modeOffer(choices, offer).facilities.find(({ id }) => id === facility)?.phone ?? schedules[0]?.facility.phone
  const { today, latest } = offer
  const request = { way, choices, mode, typeId, ownTypes: asksForOwnTypes(context) }
  const first =
    strip.from > today && isLast(schedules, latest) ? await firstOpening(emr, { ...request, today, latest }) : undefined
  return timesBlocks({
    way,
    choices,
    mode,
    typeId,
    schedules,
    latest,
    first,
    hold,
    held,
    office: phone || office(context),
    outside: modeOffer(choices, offer)
      .providers.filter(({ acceptsInsurance }) => !acceptsInsurance)
      .map(({ id }) => id),
    ...(moving ? { reschedule: moving.id, here: { reschedule: moving.id } } : {}),
  })
}

/** Whether nothing is free on the days that were asked for, or after them. */
function isLast(schedules: readonly Schedule[], latest: string): boolean {
  return schedules.every(
    ({ days, nextAvailableDay: next }) =>
      days.every(({ slots }) => slots.length === 0) && (next === undefined || next > latest),
  )
}

async function heldTime(
  db: Db,
  { owner, mode, typeId, moves, at }: { owner: HoldOwner; mode: VisitMode; typeId: string; moves?: string; at: Date },
): Promise<HeldTime | undefined> {
  const hold = await findOpenHold(db, owner)
  if (
    !hold ||
    hold.patientId !== owner.patientId ||
    hold.mode !== mode ||
    hold.details.typeId !== typeId ||
    hold.details.moves?.appointmentId !== moves ||
    hold.endsAt <= at
  )
    return undefined
  return {
    providerId: hold.providerId,
    facilityId: hold.facilityId,
    minutes: hold.minutes,
    startsAt: hold.startsAt.toISOString(),
  }
}

interface ConfirmationRequest extends PageSources {
  id: string
  /** Returns the links that other features add to an upcoming appointment. */
  links: readonly Contribution<typeof upcomingLinks>[]
}

/** The booking as it was confirmed; an appointment that was cancelled or moved since then says so instead. */
export async function loadConfirmation(
  context: Context,
  { emr, db, id, links }: ConfirmationRequest,
): Promise<ScreenBody> {
  const hold = await findHold(db, { id, owner: holdOwner(context) })
  if (hold?.state !== 'booked') throw new Failure('booking.unknown', { status: 404 })
  const { appointmentId, startsAt, minutes, mode } = hold
  const patient = patientFact(context.principal)
  if (!appointmentId) return confirmationScreen(hold, { patient })
  for (const topic of ownAppointmentTopics(context)) context.dependsOn(topic)
  const appointment = await emr.appointment({ patientId: hold.patientId, appointmentId }).catch(unlessEmr)
  if (appointment && isFormer(hold, appointment)) return formerScreen(hold, { appointment, patient })
  const booked = { id: appointmentId, startsAt: startsAt.toISOString(), minutes, mode }
  const linkList = await Promise.all(links.map((linkOf) => linkOf(context, booked)))
  const noticeHours = context.setting(appointmentSettings.Portal_Change_Notice_Hours)
  return confirmationScreen(hold, {
    canChange:
      cancelOffered(context) && rescheduleOffered(context) && !isTooLate(booked, { noticeHours, now: context.now() }),
    patient,
    calendar: calendarOffered(context) ? paths.calendarFile({ id: appointmentId }) : undefined,
    links: linkList.filter((each) => each !== undefined),
  })
}

const isFormer = ({ startsAt }: { startsAt: Date }, appointment: Appointment): boolean =>
  appointment.cancellationReason !== undefined || Date.parse(appointment.startsAt) !== startsAt.getTime()

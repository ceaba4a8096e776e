import type { BlockList } from '../../../schemas/block.ts'
import type { Db } from '../../db/open.ts'
import type { Appointment, Emr, Schedule, VisitMode } from '../../gateways/emr/emr.ts'
import { calendarOffered, waitingOffered } from '../../practice/appointment-changes.rules.ts'
import { upcomingLinks } from '../../practice/extension-points.ts'
import { calendarAddress } from '../../practice/routes.ts'
import type { Context } from '../../protocol/context.ts'
import type { ScreenBody } from '../../protocol/definitions.ts'
import type { Contribution } from '../../protocol/extension-point.ts'
import { Failure } from '../../protocol/failure.ts'
import { timesTopic } from './booking-services.ts'
import { slotsRoutes } from './booking.addresses.ts'
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
import { confirmationScreen } from './booking.confirmation.screens.ts'
import { asksForPlaceOnDay, questionScreen } from './booking.index.screens.ts'
import { bookingMessages } from './booking.messages.ts'
import { loadOffer } from './booking.offer.ts'
import { modeOffer, ownTypesAsked, resolveChoices, type Resolved } from './booking.rules.ts'
import { incompleteScreen, slotsScreen } from './booking.slots.screens.ts'
import { findHold, findOpenHold, type HoldOwner } from './booking.store.ts'
import { stripDays, stripStart, type StripStart } from './booking.strip.rules.ts'
import { timesBlocks, type HeldTime } from './booking.times.screens.ts'
import { holdOwner } from './hold-owner.ts'
import { loadMoving } from './moving.ts'
import { waitBlocks } from './waiting.screens.ts'

export interface PageSources {
  emr: Emr
  db: Db
}

const telehealthName = (context: Context) => context.setting('Telehealth_Type_Name')
const office = (context: Context) => context.setting('Practice_Phone')

export async function loadQuestion(
  context: Context,
  { emr, query }: { emr: Emr; query: SlotsQuery },
): Promise<ScreenBody> {
  const offer = await loadOffer(context, { emr, query })
  const resolved = resolveChoices(query, offer)
  const { type, visit = '', date } = resolved.choices
  const onDay =
    asksForPlaceOnDay(resolved) && isMode(type) && date
      ? await emr.facilitiesByDate({ day: date, mode: type, typeId: visit })
      : undefined
  return questionScreen({
    offer,
    resolved,
    onDay,
    strip: stripStart(query.from ?? query.date, offer),
    telehealthName: telehealthName(context),
    office: office(context),
  })
}

export async function loadSlots(
  context: Context,
  { emr, query, way }: { emr: Emr; query: SlotsQuery; way: Way },
): Promise<ScreenBody> {
  return slotsScreen({
    ...(await resolveSlots(context, { emr, query, way })),
    telehealthName: telehealthName(context),
    way,
  })
}

interface SlotsWish {
  offer: Offer
  resolved: Resolved
  strip: StripStart
  /** The appointment that is to be moved. */
  moving?: Appointment
}

/** Everything that the times need. Throws a Failure with a screen when something is missing or not offered. */
async function resolveSlots(
  context: Context,
  { emr, query, way }: { emr: Emr; query: SlotsQuery; way: Way },
): Promise<SlotsWish> {
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
  const place = { route: slotsRoutes[way], topics: [...context.trace.topics] }
  throw new Failure('booking.incomplete', {
    status: 422,
    place,
    screen: incompleteScreen(bookingMessages['booking.incomplete'], resolved.choices),
  })
}

/** A link to times need not say an insurance: then none is meant. */
function withoutQuestion({ insurances = [] }: Offer): ChoicesQuery {
  return insurances.length > 0 ? { insurance: noInsurance } : {}
}

/** A move leaves nothing to choose but the time. */
async function resolveMove(
  context: Context,
  { strip, ...wish }: { emr: Emr; id: string; offer: Offer; strip: StripStart },
): Promise<SlotsWish> {
  const { appointment, offer, choices } = await loadMoving(context, wish)
  return { offer, resolved: resolveChoices(choices, offer), strip, moving: appointment }
}

/** A location says its region. */
function withRegion(query: SlotsQuery, offer: Offer): ChoicesQuery {
  const region = query.region ?? modeOffer(query, offer).facilities.find(({ id }) => id === query.facility)?.regionId
  return { ...query, ...(region === undefined ? {} : { region }) }
}

/** The times of a strip: one call to the record server, beside what it remembers and the person's own hold. */
export async function loadTimes(
  context: Context,
  { emr, db, query }: PageSources & { query: SlotsQuery },
): Promise<BlockList> {
  const way = isWay(query.by) ? query.by : 'location'
  const { resolved, strip, offer, moving } = await resolveSlots(context, { emr, query, way })
  const { choices } = resolved
  const { type, visit: typeId = '', facility } = choices
  const mode = isMode(type) ? type : 'inoffice'
  const owner = holdOwner(context)
  const [schedules, held] = await Promise.all([
    askForTimes(emr, { way, choices, mode, typeId, from: strip.from, ownTypes: ownTypesAsked(context) }),
    heldTime(db, { owner, mode, typeId, moves: moving?.id, at: context.now() }),
  ])
  for (const { provider } of schedules) context.dependsOn(timesTopic(owner.licenseeId, provider.id))
  const phone =
    modeOffer(choices, offer).facilities.find(({ id }) => id === facility)?.phone ?? schedules[0]?.facility.phone
  const wait = moving === undefined && context.show('wait', waitingOffered)
  const blocks = timesBlocks({
    way,
    choices,
    mode,
    typeId,
    schedules,
    held,
    office: phone || office(context),
    outside: modeOffer(choices, offer)
      .providers.filter(({ acceptsInsurance }) => !acceptsInsurance)
      .map(({ id }) => id),
    ...(moving ? { reschedule: moving.id, here: { reschedule: moving.id } } : {}),
  })
  if (!wait) return blocks
  const providerId = way === 'provider' && choices.provider !== anyProvider ? (choices.provider ?? '') : ''
  return [
    ...blocks,
    ...waitBlocks({ mode, typeId, providerId, facilityId: way === 'provider' ? '' : (facility ?? '') }),
  ]
}

interface TimesWish {
  way: Way
  choices: ChoicesQuery
  mode: VisitMode
  typeId: string
  from: string
  ownTypes: boolean
}

function askForTimes(
  emr: Emr,
  { way, choices: { facility: facilityId = '', provider }, from, ...wish }: TimesWish,
): Promise<Schedule[]> {
  const strip = { from, days: stripDays, ...wish }
  if (way === 'location') return emr.slotsForFacility({ ...strip, facilityId })
  if (way === 'date') return emr.slotsByDate({ day: from, ...wish, facilityId })
  return emr.slotsForProvider({ ...strip, providerId: provider === anyProvider ? undefined : provider })
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

interface AskedConfirmation {
  db: Db
  id: string
  /** The links that other features add to an upcoming appointment. */
  links: readonly Contribution<typeof upcomingLinks>[]
}

export async function loadConfirmation(context: Context, { db, id, links }: AskedConfirmation): Promise<ScreenBody> {
  const hold = await findHold(db, { id, owner: holdOwner(context) })
  if (hold?.state !== 'booked') throw new Failure('booking.unknown', { status: 404 })
  const { appointmentId, startsAt, minutes, mode } = hold
  if (!appointmentId) return confirmationScreen(hold)
  const booked = { id: appointmentId, startsAt: startsAt.toISOString(), minutes, mode }
  const found = await Promise.all(links.map((linkOf) => linkOf(context, booked)))
  return confirmationScreen(hold, {
    calendar: calendarOffered(context) ? calendarAddress(appointmentId) : undefined,
    links: found.filter((each) => each !== undefined),
  })
}

import Type, { type Static } from 'typebox'
import { practiceSettings } from '../../licensees/settings/practice.settings.ts'
import { bookingSettings } from './booking.settings.ts'
import { bookingPaths } from './booking.paths.ts'
import { closed } from '../../../schemas/base.ts'
import type { Effect } from '../../../schemas/effect.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import { action, type ActionContext, type ActionDefinition } from '../../protocol/definitions.ts'
import { portalBase } from '../../identity/email-content.ts'
import { Failure } from '../../protocol/failure.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import { createBooker, type BookOutcome } from './book-hold.ts'
import { SlotsQuery, type Offer } from './booking.choices.ts'
import { confirmDialog, endedDialog, refusedDialog, atMostDialog, takenDialog } from './booking.dialogs.ts'
import { modeLabel } from './booking.facts.ts'
import { loadOffer } from './booking.offer.ts'
import { asksForOwnTypes, bookingOffer, resolveChoices } from './booking.rules.ts'
import { backFromSlots } from './booking.slots.screens.ts'
import { countBooked, findHold, findOpenHold, type HoldOwner } from './booking.store.ts'
import type { BookingServices } from './booking-services.ts'
import { holdSlot, type RequestedSlot } from './hold-slot.ts'
import { loadMoving } from './moving.ts'
import { warnedOverlap } from './overlaps.ts'
import { phone } from '../../protocol/block-builders.ts'
import { isAtMost, upcomingOf } from './upcoming.ts'
import { releaseHold } from './release-hold.ts'
import { holdOwner } from './hold-owner.ts'
import { firstNameOfOther } from '../../practice/for-whom.ts'
import { paths } from '../../practice/paths.ts'

const RecordId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,40}$' })
const SlotInput = closed({
  mode: Type.Union([Type.Literal('inoffice'), Type.Literal('telederm')]),
  typeId: RecordId,
  providerId: RecordId,
  facilityId: RecordId,
  startsAt: Type.String({ format: 'date-time' }),
  /** The appointment to be moved to this slot, instead of a new booking. */
  reschedule: Type.Optional(RecordId),
})
const HoldId = Type.String({ pattern: '^[A-Za-z0-9_-]{8,60}$' })
const guarded = { guard: patientsAndGuardians, ...bookingOffer } as const

const refreshTimes: Effect = { type: 'refresh', what: 'region', id: bookingPaths.timesRegion.route }
const slotTaken: Effect[] = [{ type: 'open', dialog: takenDialog }, refreshTimes]
/** The choices are in the address, so only the times need a refresh. */
const holdEnded: Effect[] = [{ type: 'close' }, { type: 'open', dialog: endedDialog }, refreshTimes]
const afterBook: Record<Exclude<BookOutcome, 'refused'>, (holdId: string) => Effect[]> = {
  booked: toConfirmation,
  declined: () => [{ type: 'close' }, ...slotTaken],
  ended: () => holdEnded,
}

export type BookingActions = Record<'hold' | 'book' | 'release' | 'goBack', ActionDefinition>

/**
 * Holding, booking and releasing (specification 1 §4). The browser names a slot or a hold; the server determines
 * everything else.
 */
export function bookingActions({
  servicesFor,
}: {
  servicesFor: (licensee: Licensee, publish?: ActionContext['publish']) => BookingServices
}): BookingActions {
  const book = createBooker()
  const servicesOf = (context: ActionContext) => servicesFor(context.licensee, (topics) => context.publish(topics))
  const actions: BookingActions = {
    hold: action({
      ...guarded,
      name: 'booking.hold',
      about: 'Holds a slot for ten minutes and asks for confirmation',
      get actions() {
        return [actions.book, actions.release]
      },
      input: SlotInput,
      run: (context, input) => holdRequested(context, servicesOf(context), { input, actions }),
    }),
    book: action({
      ...guarded,
      name: 'booking.book',
      about: 'Makes an appointment of a held slot',
      input: closed({ holdId: HoldId }),
      run: async (context, { holdId }) => {
        const owner = holdOwner(context)
        const services = servicesOf(context)
        await refuseMany(context, services, { id: holdId, owner })
        const outcome = await book(services, { id: holdId, owner })
        if (outcome !== 'booked') context.trace.outcome = `booking.${outcome}`
        return outcome === 'refused' ? bookingRefused(context, services, holdId) : afterBook[outcome](holdId)
      },
    }),
    release: action({
      ...guarded,
      name: 'booking.release',
      about: 'Lets a held slot go',
      input: closed({ holdId: HoldId, ended: Type.Optional(Type.Boolean()) }),
      run: async (context, { holdId, ended = false }) => {
        const hold = await findHold(servicesOf(context).db, { id: holdId, owner: holdOwner(context) })
        if (!hold) throw new Failure('booking.holdUnknown', { status: 404 })
        const settled = await releaseHold(servicesOf(context), hold)
        if (settled === 'booked') return toConfirmation(holdId)
        return ended ? holdEnded : [{ type: 'close' }, refreshTimes]
      },
    }),
    goBack: action({
      ...guarded,
      name: 'booking.goBack',
      about: 'Lets the held slot go and returns to the last question',
      input: SlotsQuery,
      run: async (context, { reschedule, ...choices }) => {
        const services = servicesOf(context)
        const open = await findOpenHold(services.db, holdOwner(context))
        if (open && (await releaseHold(services, open)) === 'booked') return toConfirmation(open.id)
        if (reschedule !== undefined) return [{ type: 'navigate', to: paths.appointments(), replace: true }]
        const offer = await loadOffer(context, { emr: services.emr, query: choices })
        return [{ type: 'navigate', to: backFromSlots(resolveChoices(choices, offer)), replace: true }]
      },
    }),
  }
  return actions
}

/** For one account (security.md). */
const holdLimit = { tries: 60, seconds: 3600 } as const
const bookLimit = { tries: 20, seconds: 3600 } as const

/**
 * Throws `booking.tooMany`. An account has one open hold, so its bookings come one after the other. A booking that is
 * requested again is answered again.
 */
async function refuseMany(
  context: ActionContext,
  { db }: BookingServices,
  hold: { id: string; owner: HoldOwner },
): Promise<void> {
  const since = new Date(context.now().getTime() - bookLimit.seconds * 1000)
  if ((await countBooked(db, { ...hold, since })) < bookLimit.tries) return
  const office = context.setting(practiceSettings.Practice_Phone)
  throw new Failure('booking.tooMany', { status: 429, params: { office: phone(office).text || 'the office' } })
}

async function bookingRefused(context: ActionContext, { db }: BookingServices, holdId: string): Promise<Effect[]> {
  const hold = await findHold(db, { id: holdId, owner: holdOwner(context) })
  const dialog = refusedDialog({
    office: hold?.details.facilityPhone || context.setting(practiceSettings.Practice_Phone),
    isMove: hold?.details.moves !== undefined,
  })
  return [{ type: 'close' }, { type: 'open', dialog }, refreshTimes]
}

async function holdRequested(
  context: ActionContext,
  services: BookingServices,
  { input, actions }: { input: Static<typeof SlotInput>; actions: Pick<BookingActions, 'book' | 'release'> },
): Promise<Effect[]> {
  const owner = holdOwner(context)
  await context.takeTry(`holds:${owner.accountId}`, holdLimit)
  const slot = await requestedSlot(context, { services, input })
  const upcoming = await upcomingOf(services, owner)
  const firstName = firstNameOfOther(context.principal)
  if (!slot.moves && (await isAtMost(context, services, { owner, upcoming }))) {
    context.trace.outcome = 'booking.atMost'
    const most = context.setting(bookingSettings.Portal_Most_Appointments)
    const office = slot.facility.phone || context.setting(practiceSettings.Practice_Phone)
    return [{ type: 'open', dialog: atMostDialog({ most, office, firstName }) }]
  }
  const outcome = await holdSlot(services, { owner, slot })
  if (outcome.state === 'taken') {
    context.trace.outcome = 'booking.taken'
    return slotTaken
  }
  if (outcome.state === 'booked') return toConfirmation(outcome.hold.id)
  const overlapping = warnedOverlap(context, { hold: outcome.hold, upcoming })
  const { book, release } = actions
  const dialog = confirmDialog({ hold: outcome.hold, overlapping, firstName, book, release })
  return [{ type: 'open', dialog }, refreshTimes]
}

/**
 * Returns the requested slot, if the practice offers its provider, facility and type together. Throws a Failure
 * otherwise.
 */
async function requestedSlot(
  context: ActionContext,
  { services, input }: { services: BookingServices; input: Static<typeof SlotInput> },
): Promise<RequestedSlot> {
  const { mode, startsAt, reschedule } = input
  const { emr } = services
  const everything = await loadOffer(context, { emr, query: {} })
  const moving = reschedule ? await loadMoving(context, { emr, id: reschedule, offer: everything }) : undefined
  const offer: Offer = moving?.offer ?? everything
  const offered = offer.modes[mode]
  if (!offered) throw new Failure('booking.modeOff', { status: 403 })
  const provider = offered.providers.find(({ id }) => id === input.providerId)
  const facility = offered.facilities.find(({ id }) => id === input.facilityId)
  const type = offered.types.find(({ id }) => id === input.typeId)
  if (!provider || !facility || !type || !provider.facilityIds.includes(facility.id))
    throw new Failure('booking.notOffered')
  const typeName = asksForOwnTypes(context)
    ? type.name
    : modeLabel(mode, context.setting(bookingSettings.Telehealth_Type_Name))
  return {
    mode,
    startsAt,
    provider,
    facility,
    type,
    typeName: moving?.appointment.typeName ?? typeName,
    ownTypes: asksForOwnTypes(context),
    origin: portalBase(context),
    ...(moving ? { moves: moving.appointment } : {}),
  }
}

/** The hold's id is random and bound to its owner, so the address may contain it. */
function toConfirmation(holdId: string): Effect[] {
  return [{ type: 'close' }, { type: 'navigate', to: bookingPaths.confirmation({ hold: holdId }), replace: true }]
}

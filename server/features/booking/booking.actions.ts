import Type, { type Static } from 'typebox'
import { closed } from '../../../schemas/base.ts'
import type { Effect } from '../../../schemas/effect.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import { bookingOffered } from '../../practice/offered.ts'
import { action, type ActionContext, type ActionDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import { createBooker, type BookOutcome } from './book-hold.ts'
import { confirmationRoute } from './booking.addresses.ts'
import { SlotsQuery, type Offer } from './booking.choices.ts'
import { confirmDialog, endedDialog, takenDialog } from './booking.dialogs.ts'
import { modeLabel } from './booking.facts.ts'
import { loadOffer } from './booking.offer.ts'
import { ownTypesAsked, resolveChoices } from './booking.rules.ts'
import { backFromSlots, timesRegion } from './booking.slots.screens.ts'
import { findHold, findOpenHold } from './booking.store.ts'
import type { BookingServices } from './booking-services.ts'
import { holdSlot, type WantedSlot } from './hold-slot.ts'
import { loadMoving } from './moving.ts'
import { findOverlap } from './overlaps.ts'
import { releaseHold } from './release-hold.ts'
import { holdOwner } from './hold-owner.ts'
import { routes } from '../../practice/routes.ts'

const RecordId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,40}$' })
const SlotInput = closed({
  mode: Type.Union([Type.Literal('inoffice'), Type.Literal('telederm')]),
  typeId: RecordId,
  providerId: RecordId,
  facilityId: RecordId,
  startsAt: Type.String({ format: 'date-time' }),
  /** The appointment that is to be moved there, instead of a new one. */
  reschedule: Type.Optional(RecordId),
})
const HoldId = Type.String({ pattern: '^[A-Za-z0-9_-]{8,60}$' })
const guarded = { guard: patientsAndGuardians, offered: bookingOffered } as const

const refreshTimes: Effect = { type: 'refresh', what: 'region', id: timesRegion }
const sayTaken: Effect[] = [{ type: 'open', dialog: takenDialog }, refreshTimes]
/** The choices stand in the address: only the times are asked for again. */
const sayEnded: Effect[] = [{ type: 'close' }, { type: 'open', dialog: endedDialog }, refreshTimes]
const afterBook: Record<BookOutcome, (holdId: string) => Effect[]> = {
  booked: toConfirmation,
  declined: () => [{ type: 'close' }, ...sayTaken],
  ended: () => sayEnded,
}

/** Holding, booking and releasing (specification 1 §4). The browser names a slot or a hold; everything else is the server's. */
export function bookingActions({
  servicesFor,
}: {
  servicesFor: (licensee: Licensee, publish?: ActionContext['publish']) => BookingServices
}): ActionDefinition[] {
  const book = createBooker()
  const servicesOf = (context: ActionContext) => servicesFor(context.licensee, (topics) => context.publish(topics))
  return [
    action({
      ...guarded,
      name: 'booking.hold',
      about: 'Holds a slot for ten minutes and asks for confirmation',
      input: SlotInput,
      run: (context, input) => holdWanted(context, servicesOf(context), input),
    }),
    action({
      ...guarded,
      name: 'booking.book',
      about: 'Makes an appointment of a held slot',
      input: closed({ holdId: HoldId }),
      run: async (context, { holdId }) => {
        const outcome = await book(servicesOf(context), { id: holdId, owner: holdOwner(context) })
        if (outcome !== 'booked') context.trace.outcome = `booking.${outcome}`
        return afterBook[outcome](holdId)
      },
    }),
    action({
      ...guarded,
      name: 'booking.release',
      about: 'Lets a held slot go',
      input: closed({ holdId: HoldId, ended: Type.Optional(Type.Boolean()) }),
      run: async (context, { holdId, ended = false }) => {
        const hold = await findHold(servicesOf(context).db, { id: holdId, owner: holdOwner(context) })
        if (!hold) throw new Failure('booking.holdUnknown', { status: 404 })
        const settled = await releaseHold(servicesOf(context), hold)
        if (settled === 'booked') return toConfirmation(holdId)
        return ended ? sayEnded : [{ type: 'close' }, refreshTimes]
      },
    }),
    action({
      ...guarded,
      name: 'booking.goBack',
      about: 'Lets the held slot go and returns to the last question',
      input: SlotsQuery,
      run: async (context, { reschedule, ...choices }) => {
        const services = servicesOf(context)
        const open = await findOpenHold(services.db, holdOwner(context))
        if (open && (await releaseHold(services, open)) === 'booked') return toConfirmation(open.id)
        if (reschedule !== undefined) return [{ type: 'navigate', to: routes.appointments, replace: true }]
        const offer = await loadOffer(context, { emr: services.emr, query: choices })
        return [{ type: 'navigate', to: backFromSlots(resolveChoices(choices, offer)), replace: true }]
      },
    }),
  ]
}

async function holdWanted(
  context: ActionContext,
  services: BookingServices,
  input: Static<typeof SlotInput>,
): Promise<Effect[]> {
  const wanted = await wantedSlot(context, { services, input })
  const outcome = await holdSlot(services, { owner: holdOwner(context), wanted })
  if (outcome.state === 'taken') {
    context.trace.outcome = 'booking.taken'
    return sayTaken
  }
  if (outcome.state === 'booked') return toConfirmation(outcome.hold.id)
  const overlapping = await findOverlap(context, services, outcome.hold)
  return [{ type: 'open', dialog: confirmDialog(outcome.hold, overlapping) }, refreshTimes]
}

/** A provider, a place and a type that the practice offers together. Throws a Failure when it does not. */
async function wantedSlot(
  context: ActionContext,
  { services, input }: { services: BookingServices; input: Static<typeof SlotInput> },
): Promise<WantedSlot> {
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
  const typeName = ownTypesAsked(context) ? type.name : modeLabel(mode, context.setting('Telehealth_Type_Name'))
  return {
    mode,
    startsAt,
    provider,
    facility,
    type,
    typeName: moving?.appointment.typeName ?? typeName,
    ownTypes: ownTypesAsked(context),
    ...(moving ? { moves: moving.appointment } : {}),
  }
}

/** The hold's id is random and bound to its owner, so that it may stand in the address. */
function toConfirmation(holdId: string): Effect[] {
  return [{ type: 'close' }, { type: 'navigate', to: `${confirmationRoute}?hold=${holdId}`, replace: true }]
}

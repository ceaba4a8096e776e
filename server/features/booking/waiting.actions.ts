import { randomBytes } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { closed } from '../../../schemas/base.ts'
import type { Effect } from '../../../schemas/effect.ts'
import { portalBase } from '../../identity/email-content.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import type { Context } from '../../protocol/context.ts'
import {
  action,
  region,
  type ActionContext,
  type ActionDefinition,
  type RegionDefinition,
} from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import { actingPrincipal, personTopic } from '../../protocol/principal.ts'
import { waitingOffered } from '../../practice/appointment-changes.rules.ts'
import { fullName } from './booking.facts.ts'
import { loadOffer } from './booking.offer.ts'
import { asksForOwnTypes, bookingOffer } from './booking.rules.ts'
import type { BookingServices } from './booking-services.ts'
import { searchTimes, type WaitingMail } from './waiting.ts'
import { keyOf, lastWaitingDay, mostWaiting } from './waiting.rules.ts'
import { waitDialog, waitingBlocks } from './waiting.screens.ts'
import { joinList, leaveList, waitingOf, type Waiting, type WaitingRequest } from './waiting.store.ts'
import { holdOwner } from './hold-owner.ts'
import { Day } from '../../protocol/typed-values.ts'

const RecordId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,40}$' })
const request = {
  mode: Type.Union([Type.Literal('inoffice'), Type.Literal('telederm')]),
  typeId: RecordId,
  providerId: Type.Optional(RecordId),
  facilityId: Type.Optional(RecordId),
}
const WaitingInput = closed(request)
const until = { until: Day }
/** The fields of the form. */
export const UntilForm = closed(until)
const WaitInput = closed({ ...request, ...until })
const guarded = { guard: patientsAndGuardians, ...bookingOffer } as const
const refreshList: Effect = { type: 'refresh', what: 'region', id: 'booking.waiting' }

export interface WaitingServices {
  servicesFor: (licensee: Licensee) => BookingServices
  mail: Pick<WaitingMail, 'mailOf'>
}

/** Joins and leaves the waiting list, where the practice offers one. */
export function waitingActions(services: WaitingServices): Record<'ask' | 'wait' | 'leave', ActionDefinition> {
  const wait = action({
    ...guarded,
    name: 'booking.wait',
    about: 'Joins the waiting list',
    input: WaitInput,
    codes: { '/until': { required: 'booking.waitUntil', format: 'booking.waitUntil' } },
    run: (context, input) => join(services, context, input),
  })
  const ask = action({
    ...guarded,
    name: 'booking.askWait',
    about: 'Asks until when somebody wants to wait',
    actions: [wait],
    repeatable: true,
    input: WaitingInput,
    run: async (context, input) => {
      const { what, today } = await describeRequest(services, context, input)
      const latest = lastWaitingDay(today)
      return [{ type: 'open', dialog: waitDialog({ action: wait, schema: UntilForm, input, what, today, latest }) }]
    },
  })
  const leave = action({
    ...guarded,
    name: 'booking.leaveList',
    about: 'Leaves the waiting list',
    input: closed({ id: RecordId }),
    run: async (context, { id }) => {
      const { db } = services.servicesFor(context.licensee)
      const isGone = await leaveList(db, { id, owner: holdOwner(context) })
      if (!isGone) throw new Failure('booking.waitUnknown', { status: 404 })
      context.publish([personTopic(actingPrincipal(context), 'waiting')])
      return [refreshList, { type: 'notify', tone: 'success', text: 'You have left the waiting list.' }]
    },
  })
  return { ask, wait, leave }
}

/** Shows the person's waiting-list entries on the appointments screen. */
export function waitingRegion({
  servicesFor,
  waiting,
}: Pick<WaitingServices, 'servicesFor'> & { waiting: ReturnType<typeof waitingActions> }): RegionDefinition {
  return region({
    ...guarded,
    name: 'booking.waiting',
    actions: [waiting.leave],
    about: 'What the person waits for, and what is free now',
    load: async (context) => {
      context.dependsOn(personTopic(actingPrincipal(context), 'waiting'))
      return waitingBlocks(await waitingOf(servicesFor(context.licensee).db, holdOwner(context)), waiting.leave)
    },
  })
}

/** For one account: each entry is checked again and again. */
const joinLimit = { tries: 20, seconds: 3600 } as const

async function join(
  services: WaitingServices,
  context: ActionContext,
  { until: untilDay, ...input }: Static<typeof WaitInput>,
): Promise<Effect[]> {
  const { what, today, timeZone } = await describeRequest(services, context, input)
  if (untilDay < today || untilDay > lastWaitingDay(today))
    throw new Failure('booking.waitUntil', { pointer: '/until' })
  const atPractice = services.servicesFor(context.licensee)
  const owner = holdOwner(context)
  await context.takeTry(`waiting:${owner.accountId}`, joinLimit)
  if ((await waitingOf(atPractice.db, owner)).length >= mostWaiting)
    throw new Failure('booking.waitMany', { status: 409 })
  if (!(await services.mail.mailOf(context.licensee, owner.accountId)))
    throw new Failure('booking.waitNoMail', { status: 409 })
  const full = requestOf(input)
  // Slots that are free now are not offered later: the person has seen them and wants an earlier one.
  const free = await searchTimes(atPractice, { request: full, ownTypes: asksForOwnTypes(context), timeZone })
  const waiting: Waiting = {
    ...owner,
    ...full,
    id: randomBytes(18).toString('hex'),
    untilDay,
    details: { what, timeZone, origin: portalBase(context) },
    notified: free.map(keyOf),
    offer: null,
    offerEndsAt: null,
    createdAt: context.now(),
  }
  await joinList(atPractice.db, waiting)
  context.publish([personTopic(actingPrincipal(context), 'waiting')])
  return [{ type: 'close' }, { type: 'notify', tone: 'success', text: 'You are on the waiting list.' }, refreshList]
}

/**
 * Returns the entry's provider or location in words. Throws a Failure for anything that the practice does not offer.
 */
async function describeRequest({ servicesFor }: WaitingServices, context: Context, input: Static<typeof WaitingInput>) {
  if (!waitingOffered(context)) throw new Failure('booking.waitOff', { status: 403 })
  const offer = await loadOffer(context, { emr: servicesFor(context.licensee).emr, query: {} })
  const mode = offer.modes[input.mode]
  const type = mode?.types.find(({ id }) => id === input.typeId)
  const provider = mode?.providers.find(({ id }) => id === input.providerId)
  const facility = mode?.facilities.find(({ id }) => id === input.facilityId)
  const isOffered = (!input.providerId || provider) && (!input.facilityId || facility)
  if (!type || !isOffered) throw new Failure('booking.notOffered')
  const names = [fullName(provider), facility?.name ?? ''].filter((name) => name !== '')
  return { what: names.join(', ') || 'Any provider', today: offer.today, timeZone: context.licensee.timeZone }
}

function requestOf({ mode, typeId, providerId = '', facilityId = '' }: Static<typeof WaitingInput>): WaitingRequest {
  return { mode, typeId, providerId, facilityId }
}

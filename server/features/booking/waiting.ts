import { recurring } from '../../jobs/job.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import type { OutboxMessage } from '../../outbox/outbox.ts'
import type { Db } from '../../db/open.ts'
import type { Setting, ValueOf } from '../../licensees/settings/definition.ts'
import { practiceSettings } from '../../licensees/settings/practice.settings.ts'
import { bookingSettings } from './booking.settings.ts'
import { addDays, dayOf } from '../../protocol/time-words.ts'
import { personTopic } from '../../protocol/principal.ts'
import { waitingOffered } from '../../practice/appointment-changes.rules.ts'
import type { Services } from '../../services.ts'
import type { BookingServices } from './booking-services.ts'
import { offerEmail } from './waiting.emails.ts'
import { fittingTimes, keyOf, nextOffer, timesIn, type FreeTime } from './waiting.rules.ts'
import {
  correctOffers,
  endOffers,
  forgetWaiting,
  keepNotified,
  makeOffer,
  waitingAt,
  type Waiting,
  type WaitingRequest,
} from './waiting.store.ts'

/** The services for offering free times, besides booking. */
export interface WaitingMail {
  settingOf: <S extends Setting>(licenseeId: string, setting: S) => ValueOf<S>
  /** Whether a person may still book for the patient of an entry. */
  mayStill: (waiting: Waiting) => Promise<boolean>
  /** Returns the e-mail address of an account's owner. */
  mailOf: (licensee: Licensee, accountId: number) => Promise<string | undefined>
  /** Enqueues a message in the caller's transaction. */
  enqueue: (db: Db, message: OutboxMessage) => Promise<void>
}

export interface WaitingServices extends Pick<Services, 'licensees'> {
  servicesFor: (licensee: Licensee) => BookingServices
  mail: WaitingMail
}

/** How long a time is offered to one person only. */
const offerMs = 30 * 60_000
/** The record server returns at most one month per request. */
const searchDays = 31

/**
 * Notifies waiting people of a practice about free times: soon after the portal has released a slot, and now and then,
 * because offices release slots as well.
 */
export const checkWaitingLists = recurring('booking.checkWaitingLists', {
  every: { minutes: 3 },
  perPractice: async ({ servicesFor, mail }: WaitingServices, licensee: Licensee) => {
    if (!hasWaitingList(licensee, mail)) return
    const services = servicesFor(licensee)
    const { db, now } = services
    await correctOffers(db, { at: now(), offerMs })
    const ended = await endOffers(db, { at: now() })
    if (ended.length > 0) services.publish(ended.map((each) => personTopic(each, 'waiting')))
    await forgetWaiting(db, { before: addDays(dayOf(now(), licensee.timeZone), -1) })
    await notifyWaiting(licensee, { services, mail })
  },
})

export function hasWaitingList({ id }: Licensee, { settingOf }: Pick<WaitingMail, 'settingOf'>): boolean {
  return waitingOffered({ setting: (setting) => settingOf(id, setting) })
}

interface Checking {
  services: BookingServices
  mail: WaitingMail
}

async function notifyWaiting(licensee: Licensee, checking: Checking): Promise<void> {
  const { services, mail } = checking
  const waiting = await waitingAt(services.db, { licenseeId: licensee.id })
  const offered = new Set(waiting.flatMap(({ offer }) => (offer ? [keyOf(offer)] : [])))
  const ownTypes = mail.settingOf(licensee.id, bookingSettings['Enable PE Custom Appointments'])
  const searches = new Map<string, Promise<FreeTime[]>>()
  for (const each of waiting.filter(({ offer }) => !offer)) {
    const name = [each.mode, each.typeId, each.providerId, each.facilityId].join(' ')
    const search = searches.get(name) ?? searchTimes(services, { request: each, ownTypes, timeZone: licensee.timeZone })
    searches.set(name, search)
    const times = await search
    const notified = await stillNotified(services, each, times)
    const fitting = fittingTimes(times, { untilDay: each.untilDay, now: services.now() })
    const time = nextOffer(fitting, { notified, offered })
    if (time && (await notifyOne(licensee, checking, { waiting: { ...each, notified }, time })))
      offered.add(keyOf(time))
  }
}

/**
 * Drops times that are no longer free from the list of notified ones. A free time that is too soon stays: after the
 * clock was set back it would be offered as if it had been released.
 */
async function stillNotified(
  { db }: BookingServices,
  { id, notified }: Waiting,
  times: readonly FreeTime[],
): Promise<string[]> {
  const free = new Set(times.map(keyOf))
  const kept = notified.filter((key) => free.has(key))
  if (kept.length !== notified.length) await keepNotified(db, { id, notified: kept })
  return kept
}

/** Stores the offer and its message in one transaction. */
async function notifyOne(
  licensee: Licensee,
  { services, mail }: Checking,
  { waiting, time }: { waiting: Waiting; time: FreeTime },
): Promise<boolean> {
  const { db, log, now, publish } = services
  if (!(await mail.mayStill(waiting))) return false
  const to = await mail.mailOf(licensee, waiting.accountId)
  if (!to) {
    log.error({ licensee: licensee.id }, 'a person on the waiting list has no e-mail address')
    return false
  }
  const at = now()
  const endsAt = new Date(at.getTime() + offerMs)
  const practice = mail.settingOf(licensee.id, practiceSettings.LicenseeName) || licensee.name
  const isMade = await db.transaction(async (tx) => {
    if (!(await makeOffer(tx, { ...waiting, time, at, endsAt }))) return false
    await mail.enqueue(tx, offerEmail(waiting, { to, practice, time, endsAt }))
    return true
  })
  if (isMade) publish([personTopic(waiting, 'waiting')])
  return isMade
}

interface Search {
  request: WaitingRequest
  ownTypes: boolean
  timeZone: string
}

/** Returns every free time of the next two months for a request. */
export async function searchTimes(
  { emr, now }: BookingServices,
  { request, ownTypes, timeZone }: Search,
): Promise<FreeTime[]> {
  const { mode, typeId, providerId, facilityId } = request
  const today = dayOf(now(), timeZone)
  const schedules = await Promise.all(
    [0, searchDays].map((ahead) => {
      const strip = { from: addDays(today, ahead), days: searchDays, mode, typeId, ownTypes }
      return facilityId
        ? emr.slotsForFacility({ ...strip, facilityId })
        : emr.slotsForProvider({ ...strip, providerId: providerId || undefined })
    }),
  )
  const isMeant = (time: FreeTime) => !facilityId || !providerId || time.providerId === providerId
  return timesIn(schedules.flat()).filter(isMeant)
}

import Type from 'typebox'
import { job, recurring } from '../../jobs/job.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import type { Letter } from '../../outbox/outbox.ts'
import type { Db } from '../../db/open.ts'
import type { SettingName, SettingValues } from '../../licensees/settings/registry.ts'
import { addDays, dayOf } from '../../protocol/time-words.ts'
import { personTopic } from '../../protocol/principal.ts'
import { waitingOffered } from '../../practice/appointment-changes.rules.ts'
import { servedPractice } from '../../practice/served-practice.ts'
import type { Services } from '../../services.ts'
import type { BookingServices } from './booking-services.ts'
import { offerLetter } from './waiting.letters.ts'
import { fittingTimes, keyOf, nextOffer, timesIn, type FreeTime } from './waiting.rules.ts'
import {
  endOffers,
  forgetWaiting,
  keepTold,
  makeOffer,
  waitingAt,
  type Waiting,
  type WaitingWish,
} from './waiting.store.ts'

/** What telling people of free times needs besides booking. */
export interface WaitingMail {
  settingOf: <N extends SettingName>(licenseeId: string, name: N) => SettingValues[N]
  /** Where the owner of an account reads mail. */
  mailOf: (licensee: Licensee, accountId: number) => Promise<string | undefined>
  /** Posts a letter in the caller's transaction. */
  post: (db: Db, letter: Letter) => Promise<void>
}

export interface WaitingServices extends Pick<Services, 'db' | 'licensees' | 'jobs'> {
  servicesFor: (licensee: Licensee) => BookingServices
  mail: WaitingMail
}

/** So long nobody else is told of the same time. */
const offerMs = 30 * 60_000
/** The record server answers a month at a time. */
const searchDays = 31

/** Tells who waits at a practice of times that have become free. */
export const lookAtWaiting = job('booking.lookAtWaiting', {
  input: Type.Object({ licenseeId: Type.String() }, { additionalProperties: false }),
  keepTryingFor: { minutes: 3 }, // by then it has been added again
  atATime: 1,
  oneWaiting: ({ licenseeId }) => licenseeId,
  run: async ({ licensees, servicesFor, mail }: WaitingServices, { licenseeId }) => {
    const licensee = servedPractice(licensees, licenseeId)
    await lookOnce(licensee, { services: servicesFor(licensee), mail })
  },
})

/** Looks at every practice that has a waiting list, each by itself: its office frees times as well. */
export const lookAtAllWaiting = recurring('booking.lookAtAllWaiting', {
  every: { minutes: 3 },
  run: async ({ db, licensees, jobs, mail }: WaitingServices) => {
    for (const licensee of licensees)
      if (hasWaitingList(licensee, mail)) await jobs.add(db, lookAtWaiting, { licenseeId: licensee.id })
  },
})

export function hasWaitingList({ id }: Licensee, { settingOf }: Pick<WaitingMail, 'settingOf'>): boolean {
  return waitingOffered({ setting: (name) => settingOf(id, name) })
}

interface Looking {
  services: BookingServices
  mail: WaitingMail
}

async function lookOnce(licensee: Licensee, looking: Looking): Promise<void> {
  const { services, mail } = looking
  try {
    if (!hasWaitingList(licensee, mail)) return
    const { db, now } = services
    const ended = await endOffers(db, { at: now() })
    if (ended.length > 0) services.publish(ended.map((each) => personTopic(each, 'waiting')))
    await forgetWaiting(db, { before: addDays(dayOf(now(), licensee.timeZone), -1) })
    await tellAll(licensee, looking)
  } catch (error) {
    // Tried again with the next look, which comes anyway.
    services.log.error({ err: error, licensee: licensee.id }, 'the waiting list could not be looked at')
  }
}

async function tellAll(licensee: Licensee, looking: Looking): Promise<void> {
  const { services, mail } = looking
  const waiting = await waitingAt(services.db, { licenseeId: licensee.id })
  const offered = new Set(waiting.flatMap(({ offer }) => (offer ? [keyOf(offer)] : [])))
  const ownTypes = mail.settingOf(licensee.id, 'Enable PE Custom Appointments')
  const searches = new Map<string, Promise<FreeTime[]>>()
  for (const each of waiting.filter(({ offer }) => !offer)) {
    const name = [each.mode, each.typeId, each.providerId, each.facilityId].join(' ')
    const search = searches.get(name) ?? searchTimes(services, { wish: each, ownTypes, timeZone: licensee.timeZone })
    searches.set(name, search)
    const fitting = fittingTimes(await search, { untilDay: each.untilDay, now: services.now() })
    const told = await toldOf(services, each, fitting)
    const time = nextOffer(fitting, { told, offered })
    if (time && (await tellOne(licensee, looking, { waiting: { ...each, told }, time }))) offered.add(keyOf(time))
  }
}

/** Times that are not free any more are dropped from what is no news. */
async function toldOf({ db }: BookingServices, { id, told }: Waiting, fitting: readonly FreeTime[]): Promise<string[]> {
  const free = new Set(fitting.map(keyOf))
  const kept = told.filter((key) => free.has(key))
  if (kept.length !== told.length) await keepTold(db, { id, told: kept })
  return kept
}

/** The offer and its letter are kept together or not at all. */
async function tellOne(
  licensee: Licensee,
  { services, mail }: Looking,
  { waiting, time }: { waiting: Waiting; time: FreeTime },
): Promise<boolean> {
  const { db, log, now, publish } = services
  const to = await mail.mailOf(licensee, waiting.accountId)
  if (!to) {
    log.error({ licensee: licensee.id }, 'somebody on the waiting list has no address for mail')
    return false
  }
  const at = now()
  const endsAt = new Date(at.getTime() + offerMs)
  const practice = mail.settingOf(licensee.id, 'LicenseeName') || licensee.name
  const isMade = await db.transaction(async (tx) => {
    if (!(await makeOffer(tx, { ...waiting, time, at, endsAt }))) return false
    await mail.post(tx, offerLetter(waiting, { to, practice, time, endsAt }))
    return true
  })
  if (isMade) publish([personTopic(waiting, 'waiting')])
  return isMade
}

interface Search {
  wish: WaitingWish
  ownTypes: boolean
  timeZone: string
}

/** Every free time of the next two months, of what is waited for. */
export async function searchTimes(
  { emr, now }: BookingServices,
  { wish, ownTypes, timeZone }: Search,
): Promise<FreeTime[]> {
  const { mode, typeId, providerId, facilityId } = wish
  const today = dayOf(now(), timeZone)
  const found = await Promise.all(
    [0, searchDays].map((ahead) => {
      const strip = { from: addDays(today, ahead), days: searchDays, mode, typeId, ownTypes }
      return facilityId
        ? emr.slotsForFacility({ ...strip, facilityId })
        : emr.slotsForProvider({ ...strip, providerId: providerId || undefined })
    }),
  )
  const isMeant = (time: FreeTime) => !facilityId || !providerId || time.providerId === providerId
  return timesIn(found.flat()).filter(isMeant)
}

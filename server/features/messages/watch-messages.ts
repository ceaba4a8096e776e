import { recurring } from '../../jobs/job.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import { partOffered } from '../../practice/offered.ts'
import type { Services } from '../../services.ts'
import { messagesTopic } from './message-topics.ts'

export type WatchServices = Pick<Services, 'licensees' | 'emrOf' | 'settings' | 'publish'> & {
  /** Up to where the messages of each practice were seen, by its id. Kept between runs, so that none is missed. */
  places: Map<string, string>
}

/** Below the time after which usual proxies end a connection on which nothing happens. */
const waitSeconds = 25
/** How often the record server is asked if nothing happens: it may claim to wait, and not do so. */
const leastMs = 10_000
/** So that screens get what is new before the record server is asked again; what comes meanwhile is one call. */
export const breathMs = 100

/**
 * Waits for new messages of the office, so that open screens show them at once. Each process watches for the screens that
 * are open at it. A run goes on as long as the record server waits; otherwise it asks once, and the next run asks again.
 * E-mails, and hints that are missed here, are the work of `messages.notice`.
 */
export const watchMessages = recurring('messages.watch', {
  every: { seconds: 10 },
  inEveryProcess: true,
  perPractice: async (services: WatchServices, licensee: Licensee, stopping: AbortSignal) => {
    const isOffered = () => partOffered({ setting: (name) => services.settings.value(licensee.id, name) }, 'messages')
    let waits = true
    while (waits && isOffered() && !stopping.aborted) waits = await waitOnce(services, { licensee, stopping })
  },
})

/** Returns whether to ask again at once. */
async function waitOnce(
  { emrOf, publish, places }: WatchServices,
  { licensee, stopping }: { licensee: Licensee; stopping: AbortSignal },
): Promise<boolean> {
  const from = places.get(licensee.id)
  const began = performance.now()
  const { place, messages, waits } = await emrOf(licensee).newMessages(from, { waitSeconds, stop: stopping })
  places.set(licensee.id, place)
  // A record server that repeats itself has no news.
  const patientIds = place === from ? [] : [...new Set(messages.map(({ patientId }) => patientId))]
  if (patientIds.length > 0) {
    publish(patientIds.map((patientId) => messagesTopic({ licenseeId: licensee.id, patientId })))
    await new Promise((resolve) => setTimeout(resolve, breathMs))
  }
  const hasReason = from === undefined || patientIds.length > 0
  return waits && (hasReason || performance.now() - began >= leastMs)
}

import { recurring } from '../jobs/job.ts'
import type { Licensee } from '../licensees/licensee.ts'

/** Below the time after which usual proxies end a connection on which nothing happens. */
const waitSeconds = 25
/** How often the record server is asked if nothing happens: it may claim to wait, and not do so. */
const leastMs = 10_000
/** So that screens get what is new before the record server is asked again; what comes meanwhile is one call. */
export const breathMs = 100

interface WatchServices {
  licensees: readonly Licensee[]
  publish: (topics: string[]) => void
  /** Up to where the news of each practice were seen, by its id. Kept between runs, so that none is missed. */
  places: Map<string, string>
}

interface News {
  place: string
  /** Of the screens that show what is new. */
  topics: string[]
  /** False if the record server answers at once. */
  waits: boolean
}

interface Watch<Services> {
  /** Whether the practice shows what is watched. */
  isOffered: (services: Services, licensee: Licensee) => boolean
  /** Asks the record server for what is new after a place, and lets it wait for that. */
  ask: (
    services: Services,
    licensee: Licensee,
    from: { place: string | undefined; wait: { waitSeconds: number; stop: AbortSignal } },
  ) => Promise<News>
}

/**
 * A job that waits for what is new at the record server of each practice, so that open screens show it at once. Each
 * process watches for the screens that are open at it. A run goes on as long as the record server waits; otherwise it
 * asks once, and the next run asks again.
 */
export function watching<Services extends WatchServices>(name: string, { isOffered, ask }: Watch<Services>) {
  async function askOnce(services: Services, licensee: Licensee, stop: AbortSignal): Promise<boolean> {
    const { places, publish } = services
    const place = places.get(licensee.id)
    const began = performance.now()
    const news = await ask(services, licensee, { place, wait: { waitSeconds, stop } })
    places.set(licensee.id, news.place)
    // A record server that repeats itself has no news.
    const topics = news.place === place ? [] : [...new Set(news.topics)]
    if (topics.length > 0) {
      publish(topics)
      await new Promise((resolve) => setTimeout(resolve, breathMs))
    }
    const hasReason = place === undefined || topics.length > 0
    return news.waits && (hasReason || performance.now() - began >= leastMs)
  }
  return recurring(name, {
    every: { seconds: 10 },
    inEveryProcess: true,
    perPractice: async (services: Services, licensee: Licensee, stopping: AbortSignal) => {
      let waits = true
      while (waits && isOffered(services, licensee) && !stopping.aborted)
        waits = await askOnce(services, licensee, stopping)
    },
  })
}

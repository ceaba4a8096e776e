import type { Drawn, Watch } from '../../schemas/live.ts'
import type { DrawnContent } from '../model/drawn.ts'

const mostTopics = 500
const mostDrawn = 100

/**
 * What the server is told of the content on screen: all its topics, and when it was drawn, the latter once on each
 * connection. After that, hints of changes arrive by themselves.
 */
export class WatchList {
  #topics: string[] = []
  /** The topics that were sent for each `asOf` on screen. */
  #sent: ReadonlyMap<string, ReadonlySet<string>> = new Map()

  /** A new connection watches nothing yet. */
  clear(): void {
    this.#topics = []
    this.#sent = new Map()
  }

  /** Returns the arguments of the event `watch`; undefined if the server has them already. */
  next(contents: readonly DrawnContent[]): [Watch, Drawn] | undefined {
    const topics = [...new Set(contents.flatMap((content) => content.topics))].toSorted().slice(0, mostTopics)
    const drawn = topicsByTime(contents)
    const placeOf = new Map(topics.map((topic, place) => [topic, place]))
    const unsent = [...drawn].flatMap(([asOf, of]) => {
      const news = [...of].filter((topic) => !this.#sent.get(asOf)?.has(topic))
      const places = news.flatMap((topic) => placeOf.get(topic) ?? [])
      return places.length > 0 ? [{ asOf, topics: places }] : []
    })
    if (unsent.length === 0 && topics.join('\n') === this.#topics.join('\n')) return undefined
    this.#topics = topics
    this.#sent = drawn
    return [topics, unsent.slice(0, mostDrawn)]
  }
}

function topicsByTime(contents: readonly DrawnContent[]): Map<string, Set<string>> {
  const byTime = new Map<string, Set<string>>()
  for (const { topics, asOf = '' } of contents) byTime.set(asOf, new Set([...(byTime.get(asOf) ?? []), ...topics]))
  return byTime
}

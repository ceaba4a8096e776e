import type { Drawn } from '../../schemas/live.ts'
import type { Published } from '../protocol/hints.ts'
import type { Change } from './hint-log.ts'
import type { HintStream } from './hint-stream.ts'

/** A topic that a socket may watch. */
export interface Watched {
  topic: string
  /** How the visitor calls the topic. */
  name: string
  isNew: boolean
}

interface Watching {
  /** A place for each topic that the client named; undefined for those that it may not watch. */
  watched: readonly (Watched | undefined)[]
  drawn: Drawn
}

/**
 * What has changed since the content with these topics was drawn. Without a known position it may have changed before
 * the socket began to watch: then there is one hint when it begins, so that two processes that cannot compare their
 * positions do not make a page reload for ever.
 */
export function missedHints(
  hints: Pick<HintStream, 'positionOf' | 'changeOf'>,
  { watched, drawn }: Watching,
): Published[] {
  const changes = new Map<string, Change>()
  const note = ({ name }: Watched, change: Change | undefined) => {
    if (!change) return
    const before = changes.get(name)
    changes.set(name, !before || before.cause === change.cause ? change : {})
  }
  const listed = new Set<Watched>()
  for (const { asOf, topics } of drawn) {
    const position = hints.positionOf(asOf)
    for (const each of topics.map((index) => watched[index])) {
      if (!each) continue
      listed.add(each)
      note(each, position ? hints.changeOf(each.topic, position) : unknownChange(each))
    }
  }
  for (const each of watched) if (each && !listed.has(each)) note(each, unknownChange(each))
  return hintsOf(changes)
}

function unknownChange({ isNew }: Watched): Change | undefined {
  return isNew ? {} : undefined
}

/** Topics with the same cause become one hint. */
function hintsOf(changes: ReadonlyMap<string, Change>): Published[] {
  const causes = new Set([...changes.values()].map(({ cause }) => cause))
  return [...causes].map((cause) => ({
    topics: [...changes].flatMap(([name, change]) => (change.cause === cause ? [name] : [])),
    ...(cause === undefined ? {} : { cause }),
  }))
}

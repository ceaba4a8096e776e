import type { Hint } from '../../schemas/live.ts'
import type { Shell } from '../../schemas/shell.ts'
import { announce } from '../base/announce.ts'
import type { Portal } from '../model/portal.ts'
import { wordOf } from '../model/words.ts'

type HintPortal = Pick<Portal, 'shell' | 'view' | 'ended' | 'screens' | 'regions' | 'ownKeys'>

const gatheredMs = 100
/** The longest that the shell waits for the content. */
const headStartMs = 100

/**
 * Refreshes the shown content that a live hint concerns: immediately for the first hint, once for all that follow
 * closely.
 */
export function createHints(portal: HintPortal): (hint: Hint) => void {
  const topics = new Set<string>()
  let gathering: ReturnType<typeof setTimeout> | undefined

  function renew(): void {
    const changed = new Set(topics)
    topics.clear()
    gathering = setTimeout(endGathering, gatheredMs)
    void revalidate(portal, changed)
  }
  function endGathering(): void {
    gathering = undefined
    if (topics.size > 0) renew()
  }
  return (hint) => {
    if (portal.ownKeys.isOwn(hint.cause)) return
    for (const topic of hint.topics) topics.add(topic)
    gathering ??= setTimeout(renew)
  }
}

/** Refreshes what is shown and depends on one of the topics, or everything without them, with conditional requests. */
export async function revalidate(portal: HintPortal, topics?: ReadonlySet<string>): Promise<void> {
  if (portal.ended.get()) return
  const matches = (content: { topics: string[] } | undefined) =>
    content && (!topics || content.topics.some((topic) => topics.has(topic)))
  const before = portal.shell.get()
  const content = Promise.all([
    matches(portal.view.get()?.screen) ? portal.screens.refresh({ background: true }) : false,
    portal.regions.revalidate(topics),
  ])
  // What is read comes first: the frame around it waits, so that they do not share the server's time.
  await Promise.race([content, new Promise((resolve) => setTimeout(resolve, headStartMs))])
  if (!portal.ended.get() && matches(portal.shell.get())) await portal.screens.refreshShell(true)
  const [screen, regions] = await content
  const grown = grownCounts(before, portal.shell.get())
  if (grown.length > 0) announce(grown.join('. '), 'polite')
  else if (screen || regions) announce(wordOf(portal.shell.get(), 'updated'), 'polite')
}

/** The entries at which more waits than before, in words: `Messages, 2 unread`. */
function grownCounts(before: Shell | undefined, now: Shell | undefined): string[] {
  const known = new Map(before?.navigation.entries.map(({ id, count }) => [id, count?.value ?? 0]))
  return (now?.navigation.entries ?? []).flatMap(({ id, label, count }) =>
    count && count.value > (known.get(id) ?? count.value) ? [`${label}, ${count.words}`] : [],
  )
}

import type { Hint } from '../../schemas/live.ts'
import { announce } from '../render/announce.ts'
import type { Portal } from './portal.ts'
import { wordOf } from './words.ts'

type HintPortal = Pick<Portal, 'shell' | 'view' | 'screens' | 'regions' | 'causes'>

const gatheredMs = 100

/** Hears that something has changed, waits for more of it, and asks again for what is on screen and matches. */
export function createHints(portal: HintPortal): (hint: Hint) => void {
  const topics = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function renew(): void {
    timer = undefined
    const changed = new Set(topics)
    topics.clear()
    void revalidate(portal, changed)
  }
  return (hint) => {
    if (portal.causes.isOwn(hint.cause)) return
    for (const topic of hint.topics) topics.add(topic)
    timer ??= setTimeout(renew, gatheredMs)
  }
}

/** Asks conditionally for what depends on the topics; for everything without topics. */
export async function revalidate(portal: HintPortal, topics?: ReadonlySet<string>): Promise<void> {
  const matches = (content: { topics: string[] } | undefined) =>
    content && (!topics || content.topics.some((topic) => topics.has(topic)))
  const [screen, regions] = await Promise.all([
    matches(portal.view.get()?.screen) ? portal.screens.refresh(true) : false,
    portal.regions.revalidate(topics),
    matches(portal.shell.get()) ? portal.screens.refreshShell(true) : false,
  ])
  if (screen || regions) announce(wordOf(portal.shell.get(), 'updated'), 'polite')
}

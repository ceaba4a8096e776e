import type { FastifyBaseLogger } from 'fastify'
import type { Licensee } from '../licensees/licensee.ts'
import { settingTopic } from './context.ts'
import type { Portal } from './portal.ts'

/** How often the practice's own values are asked for, in milliseconds. */
const practiceEveryMs = 300_000
/** How often to ask again while the record server has not answered once. */
const practiceRetryMs = 5000

export interface SettingsAsker {
  adminSetting(name: string): Promise<string | undefined>
}

/** Keeps the settings book fresh: with what other processes write, and with the practices' own values. Answers the stop. */
export function keepSettings(
  portal: Portal,
  { emrOf, log }: { emrOf: (licensee: Licensee) => SettingsAsker; log: FastifyBaseLogger },
): () => void {
  portal.hints.onHeard(async ({ topics }) => {
    const changed = portal.licensees.filter(({ id }) =>
      topics.some((topic) => topic.startsWith(`licensee:${id}/settings/`)),
    )
    await Promise.all(changed.map(({ id }) => portal.book.reload(id))).catch((error: unknown) =>
      log.error({ err: error }, 'settings could not be read'),
    )
  })
  const timers = new Map<string, NodeJS.Timeout>()
  const refresh = async (licensee: Licensee) => {
    const wait = await refreshOne(portal, { licensee, emr: emrOf(licensee) }).then(
      () => practiceEveryMs,
      () => practiceRetryMs,
    )
    if (stopped) return
    timers.set(licensee.id, setTimeout(() => void refresh(licensee), wait).unref())
  }
  let stopped = false
  for (const licensee of portal.licensees) void refresh(licensee)
  return () => {
    stopped = true
    timers.forEach((timer) => clearTimeout(timer))
  }
}

async function refreshOne(
  portal: Portal,
  { licensee, emr }: { licensee: Licensee; emr: SettingsAsker },
): Promise<void> {
  await portal.book.reload(licensee.id) // a hint of another process may have been lost
  const changed = await portal.book.refreshFromPractice(licensee.id, (name) => emr.adminSetting(name))
  if (changed.length > 0) portal.hints.publish({ topics: changed.map((name) => settingTopic(licensee.id, name)) })
}

import type { FastifyBaseLogger } from 'fastify'
import { recurring } from '../jobs/job.ts'
import type { Licensee } from '../licensees/licensee.ts'
import { settingTopic } from './context.ts'
import type { Portal } from './portal.ts'

/** How often the practice's own values are asked for, in milliseconds. */
const practiceEveryMs = 300_000

interface SettingsAsker {
  adminSetting(name: string): Promise<string | undefined>
}

interface SettingsServices {
  portal: Portal
  emrOf: (licensee: Licensee) => SettingsAsker
  /** When each practice was asked last, by its id, as of `performance.now()`; those that did not answer are missing. */
  askedAt: Map<string, number>
}

/** Reads at once what another process has written. */
export function hearSettings({ hints, licensees, book }: Portal, log: FastifyBaseLogger): void {
  hints.onHeard(async ({ topics }) => {
    const changed = licensees.filter(({ id }) => topics.some((topic) => topic.startsWith(`licensee:${id}/settings/`)))
    await Promise.all(changed.map(({ id }) => book.reload(id))).catch((error: unknown) =>
      log.error({ err: error }, 'settings could not be read'),
    )
  })
}

/**
 * Keeps the settings of this process fresh: with what other processes write, and with the practices' own values. A practice
 * that did not answer is asked again each time, the others every five minutes.
 */
export const keepSettings = recurring('settings.keep', {
  every: { seconds: 5 },
  inEveryProcess: true,
  run: async ({ portal, emrOf, askedAt }: SettingsServices) => {
    const at = performance.now()
    const isDue = ({ id }: Licensee) => at - (askedAt.get(id) ?? -Infinity) >= practiceEveryMs
    const refreshed = portal.licensees.filter(isDue).map(async (licensee) => {
      askedAt.delete(licensee.id)
      await refreshOne(portal, { licensee, emr: emrOf(licensee) })
      askedAt.set(licensee.id, at)
    })
    await Promise.allSettled(refreshed) // a practice that does not answer shows in the calls of its record server
  },
})

async function refreshOne(
  portal: Portal,
  { licensee, emr }: { licensee: Licensee; emr: SettingsAsker },
): Promise<void> {
  await portal.book.reload(licensee.id) // a hint of another process may have been lost
  const changed = await portal.book.refreshFromPractice(licensee.id, (name) => emr.adminSetting(name))
  if (changed.length > 0) portal.hints.publish({ topics: changed.map((name) => settingTopic(licensee.id, name)) })
}

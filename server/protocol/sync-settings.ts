import type { FastifyBaseLogger } from 'fastify'
import { recurring } from '../jobs/job.ts'
import type { Licensee } from '../licensees/licensee.ts'
import { settingTopic } from './context.ts'
import type { Portal } from './portal.ts'

/** How often the practice's own values are read, in milliseconds. */
const practiceEveryMs = 300_000

interface SettingsAsker {
  adminSetting(name: string): Promise<string | undefined>
}

interface SettingsServices {
  portal: Portal
  emrOf: (licensee: Licensee) => SettingsAsker
  /**
   * When each practice was read last, by its id, as of `performance.now()`; practices that did not respond are missing.
   */
  lastReadAt: Map<string, number>
}

/** Reads immediately what another process has written. */
export function reloadOnHints({ hints, licensees, settings }: Portal, log: FastifyBaseLogger): void {
  hints.onHeard(async ({ topics }) => {
    const changed = licensees.filter(({ id }) => topics.some((topic) => topic.startsWith(`licensee:${id}/settings/`)))
    await Promise.all(changed.map(({ id }) => settings.reload(id))).catch((error: unknown) =>
      log.error({ err: error }, 'settings could not be read'),
    )
  })
}

/**
 * Keeps the settings of this process fresh: with changes of other processes, and with the practices' own values. A
 * practice that did not respond is retried at every run, the others every five minutes.
 */
export const syncSettings = recurring('settings.sync', {
  every: { seconds: 5 },
  inEveryProcess: true,
  run: async ({ portal, emrOf, lastReadAt }: SettingsServices) => {
    const at = performance.now()
    const isDue = ({ id }: Licensee) => at - (lastReadAt.get(id) ?? -Infinity) >= practiceEveryMs
    const refreshed = portal.licensees.filter(isDue).map(async (licensee) => {
      lastReadAt.delete(licensee.id)
      await refreshOne(portal, { licensee, emr: emrOf(licensee) })
      lastReadAt.set(licensee.id, at)
    })
    await Promise.allSettled(refreshed) // the calls to a silent record server are logged
  },
})

async function refreshOne(
  portal: Portal,
  { licensee, emr }: { licensee: Licensee; emr: SettingsAsker },
): Promise<void> {
  await portal.settings.reload(licensee.id) // a hint of another process may have been lost
  const changed = await portal.settings.refreshFromPractice(licensee.id, (name) => emr.adminSetting(name))
  if (changed.length > 0) portal.hints.publish({ topics: changed.map((name) => settingTopic(licensee.id, name)) })
}

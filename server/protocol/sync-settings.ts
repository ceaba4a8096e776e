import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { recurring, type RecurringWork } from '../jobs/job.ts'
import type { Licensee } from '../licensees/licensee.ts'
import { settingTopic } from './context.ts'
import type { Portal } from './portal.ts'

/** How often the practice's own values are read, in milliseconds. */
const practiceEveryMs = 300_000
/** How long a start waits for the practices' own values, in milliseconds. */
const firstWithinMs = 3000

interface SettingsAsker {
  adminSetting(name: string): Promise<string | undefined>
}

interface SettingsServices {
  portal: Portal
  licensees: readonly Licensee[]
  emrOf: (licensee: Licensee) => SettingsAsker
  /**
   * When each practice was read last, by its id, as of `performance.now()`; practices that did not respond are missing.
   */
  lastReadAt: Map<string, number>
}

/** Reads immediately what another process has written. */
export function reloadOnHints({ hints, licensees, settings }: Portal, log: FastifyBaseLogger): void {
  const reload = async (changed: readonly Licensee[]) => {
    await Promise.all(changed.map(({ id }) => settings.reload(id))).catch((error: unknown) =>
      log.error({ err: error }, 'settings could not be read'),
    )
  }
  hints.listen({
    heard: ({ topics }) =>
      reload(licensees.filter(({ id }) => topics.some((topic) => topic.startsWith(`licensee:${id}/settings/`)))),
    missed: () => reload(licensees),
  })
}

/**
 * Keeps the settings of this process fresh: with changes of other processes, and with the practices' own values. A
 * practice that did not respond is retried at every run, the others every five minutes.
 */
export const syncSettings = recurring('settings.sync', {
  every: { seconds: 5 },
  inEveryProcess: true,
  perPractice: async ({ portal, emrOf, lastReadAt }: SettingsServices, licensee: Licensee) => {
    const at = performance.now()
    if (at - (lastReadAt.get(licensee.id) ?? -Infinity) < practiceEveryMs) return
    lastReadAt.delete(licensee.id)
    await refreshOne(portal, { licensee, emr: emrOf(licensee) })
    lastReadAt.set(licensee.id, at)
  },
})

/**
 * Reads the practices' own values before the first request: by default, what a practice has switched on may be off. A
 * practice that does not respond keeps the portal from starting only for a moment.
 */
export async function readFirstSettings(
  { parts }: Pick<RecurringWork, 'parts'>,
  withinMs: number = firstWithinMs,
): Promise<void> {
  const waiting = new AbortController()
  const atMost = pause(withinMs, undefined, { signal: waiting.signal }).catch(() => undefined) // aborted below
  await Promise.race([Promise.allSettled(parts.map(({ run }) => run(waiting.signal))), atMost]) // its next run logs what failed
  waiting.abort()
}

async function refreshOne(
  portal: Portal,
  { licensee, emr }: { licensee: Licensee; emr: SettingsAsker },
): Promise<void> {
  await portal.settings.reload(licensee.id) // a hint of another process may have been lost
  const changed = await portal.settings.refreshFromPractice(licensee.id, {
    settings: [...portal.settingsByName.values()],
    ask: (name) => emr.adminSetting(name),
  })
  if (changed.length > 0) portal.hints.publish({ topics: changed.map((setting) => settingTopic(licensee.id, setting)) })
}

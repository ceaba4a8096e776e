import type { SettingName, SettingValues } from '../../server/licensees/settings/registry.ts'
import type { RunningPortal } from './portal.ts'

/** Changes a setting as an admin would, whatever it was before. */
export async function setSetting<N extends SettingName>(
  { portal }: Pick<RunningPortal, 'portal'>,
  { name, value, licenseeId = 'lakeside' }: { name: N; value: SettingValues[N]; licenseeId?: string },
): Promise<void> {
  const { version } = portal.settings.state(licenseeId, name)
  const isDone = await portal.settings.change({
    licenseeId,
    name,
    value,
    seenVersion: version,
    by: 'the test',
    at: portal.now(),
  })
  if (!isDone) throw new Error(`${name} was changed by somebody else`)
}

/** Runs with a changed setting and restores it afterwards, also if an expectation failed. */
export async function withSetting<N extends SettingName>(
  running: Pick<RunningPortal, 'portal'>,
  change: { name: N; value: SettingValues[N]; licenseeId?: string },
  run: () => Promise<void>,
): Promise<void> {
  const { name, licenseeId = 'lakeside' } = change
  const before = running.portal.settings.value(licenseeId, name)
  await setSetting(running, change)
  try {
    await run()
  } finally {
    await setSetting(running, { name, value: before, licenseeId })
  }
}

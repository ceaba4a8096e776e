import type { SettingValue } from '../../server/licensees/settings/definition.ts'
import type { RunningPortal } from './portal.ts'
import { settingNamed } from './all-settings.ts'

interface Change {
  /** Of the setting. */
  name: string
  value: SettingValue
  licenseeId?: string
}

/** Changes a setting as an admin would, whatever it was before. */
export async function setSetting(
  { portal }: Pick<RunningPortal, 'portal'>,
  { name, value, licenseeId = 'lakeside' }: Change,
): Promise<void> {
  const setting = settingNamed(name)
  const { version } = portal.settings.state(licenseeId, setting)
  const isDone = await portal.settings.change({
    licenseeId,
    setting,
    value,
    seenVersion: version,
    by: 'the test',
    at: portal.now(),
  })
  if (!isDone) throw new Error(`${name} was changed by somebody else`)
}

/** Runs with a changed setting and restores it afterwards, also if an expectation failed. */
export async function withSetting(
  running: Pick<RunningPortal, 'portal'>,
  change: Change,
  run: () => Promise<void>,
): Promise<void> {
  const { name, licenseeId = 'lakeside' } = change
  const before = running.portal.settings.value(licenseeId, settingNamed(name))
  await setSetting(running, change)
  try {
    await run()
  } finally {
    await setSetting(running, { name, value: before, licenseeId })
  }
}

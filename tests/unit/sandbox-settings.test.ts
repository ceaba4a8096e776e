import { describe, expect, it } from 'vitest'
import { lookSettings } from '../../server/licensees/settings/look.settings.ts'
import { partSettings } from '../../server/practice/part.settings.ts'
import { parseSetting } from '../../server/licensees/settings/parse.ts'
import { allSettings, settingNamed } from '../support/all-settings.ts'
import { areas } from '../../server/sandbox/areas.ts'

describe('the settings of the sandbox record server', () => {
  const isSetting = (name: string) => allSettings.some((each) => each.name === name)
  const kept = (practice: string) => areas.flatMap(({ settings = {} }) => Object.entries(settings[practice] ?? {}))
  const all = [...kept('lakeside'), ...kept('northgate')]
  const northgate = Object.fromEntries(kept('northgate'))

  it('have names that the portal knows', () => {
    expect(all.map(([name]) => name).filter((name) => !isSetting(name))).toEqual([])
  })

  it('have values that the portal can read', () => {
    const unread = all.filter(([name, text]) => isSetting(name) && parseSetting(settingNamed(name), text) === undefined)
    expect(unread).toEqual([])
  })

  it('make the second practice differ from the first', () => {
    const centred = northgate.EnableCenterLogo ?? ''
    expect(parseSetting(lookSettings.EnableCenterLogo, centred)).toBe(true)
    expect(
      parseSetting(partSettings.enable_portal_dashboard_options, northgate.enable_portal_dashboard_options ?? ''),
    ).toEqual([1, 2, 3, 4, 5, 6])
  })
})

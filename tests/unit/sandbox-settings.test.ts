import { describe, expect, it } from 'vitest'
import { parseSetting } from '../../server/licensees/settings/parse.ts'
import { definitionOf, isSettingName } from '../../server/licensees/settings/registry.ts'
import { lakesideSettings, northgateSettings } from '../../server/sandbox/seed/practice-settings.ts'

describe('the settings of the sandbox record server', () => {
  const all = [...Object.entries(lakesideSettings), ...Object.entries(northgateSettings)]

  it('have names that the portal knows', () => {
    expect(all.map(([name]) => name).filter((name) => !isSettingName(name))).toEqual([])
  })

  it('have values that the portal can read', () => {
    const unread = all.filter(
      ([name, text]) => isSettingName(name) && parseSetting(definitionOf(name), text) === undefined,
    )
    expect(unread).toEqual([])
  })

  it('make the second practice differ from the first', () => {
    const centred = northgateSettings.EnableCenterLogo ?? ''
    expect(parseSetting(definitionOf('EnableCenterLogo'), centred)).toBe(true)
    expect(
      parseSetting(
        definitionOf('enable_portal_dashboard_options'),
        northgateSettings.enable_portal_dashboard_options ?? '',
      ),
    ).toEqual([1, 2, 3, 4, 5, 6])
  })
})

import { describe, expect, it } from 'vitest'
import { definitionOf, settingNames } from '../licensees/settings/registry.ts'
import { fits } from '../licensees/settings/parse.ts'
import { settingsRead, valuesToTry } from './settings-read.ts'
import type { Reads } from './trace.ts'

describe('the settings that a rule can read', () => {
  it('are found also behind a condition on another one', () => {
    const billing = (reads: Reads) =>
      reads.setting('enable_portal_dashboard_options').includes(5) && reads.setting('EnableBillingForPortal')
    expect(settingsRead(billing)).toEqual(['enable_portal_dashboard_options', 'EnableBillingForPortal'])
  })

  it('are found behind a choice that is not the default', () => {
    const facility = (reads: Reads) =>
      reads.setting('IncludeNPIonInvoice') === '2' &&
      !reads.setting('DisableTeleHealth_PE') &&
      reads.setting('Theme_Radius') > 20 &&
      reads.setting('show_invoice_logo')
    expect(settingsRead(facility)).toEqual([
      'Theme_Radius',
      'DisableTeleHealth_PE',
      'IncludeNPIonInvoice',
      'show_invoice_logo',
    ])
  })

  it('are found for every principal', () => {
    const forGuardians = (reads: Reads) => reads.principal?.kind === 'guardian' && reads.setting('AllowPortalReplies')
    expect(settingsRead(forGuardians)).toEqual(['AllowPortalReplies'])
  })

  it('are found whenever it is', () => {
    const later = (reads: Reads) => reads.now().getUTCFullYear() > 2050 && reads.setting('AllowPortalReplies')
    expect(settingsRead(later)).toEqual(['AllowPortalReplies'])
  })

  it('are none for a rule that looks at nothing', () => {
    expect(settingsRead(() => true)).toEqual([])
  })

  it('are looked for once', () => {
    let runs = 0
    const rule = () => ++runs > 0
    settingsRead(rule)
    const before = runs
    settingsRead(rule)
    expect(runs).toBe(before)
  })
})

describe('the values to try of a setting', () => {
  it('fit it, with its default among those of an on-off setting', () => {
    for (const name of settingNames) {
      const definition = definitionOf(name)
      const values = valuesToTry(name)
      expect(values.length, name).toBeGreaterThan(1)
      if (name !== 'LicenseeName') for (const value of values) expect(fits(definition, value), name).toBe(true)
    }
  })
})

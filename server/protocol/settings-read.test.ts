import { describe, expect, it } from 'vitest'
import { billingSettings } from '../practice/billing/billing.settings.ts'
import { bookingSettings } from '../features/booking/booking.settings.ts'
import { invoiceSettings } from '../features/invoices/invoices.settings.ts'
import { lookSettings } from '../licensees/settings/look.settings.ts'
import { messageSettings } from '../practice/message.settings.ts'
import { partSettings } from '../practice/part.settings.ts'
import { allSettings } from '../../tests/support/all-settings.ts'
import { fits } from '../licensees/settings/parse.ts'
import { settingsRead, valuesToTry } from './settings-read.ts'
import type { Reads, Rule } from './trace.ts'

const namesRead = (rule: Rule) => settingsRead(rule).map(({ name }) => name)

describe('the settings that a rule can read', () => {
  it('are found also behind a condition on another one', () => {
    const billing = (reads: Reads) =>
      reads.setting(partSettings.enable_portal_dashboard_options).includes(5) &&
      reads.setting(billingSettings.EnableBillingForPortal)
    expect(namesRead(billing)).toEqual(['enable_portal_dashboard_options', 'EnableBillingForPortal'])
  })

  it('are found behind a choice that is not the default', () => {
    const facility = (reads: Reads) =>
      reads.setting(invoiceSettings.IncludeNPIonInvoice) === '2' &&
      !reads.setting(bookingSettings.DisableTeleHealth_PE) &&
      reads.setting(lookSettings.Theme_Radius) > 20 &&
      reads.setting(billingSettings.show_invoice_logo)
    expect(namesRead(facility)).toEqual([
      'IncludeNPIonInvoice',
      'DisableTeleHealth_PE',
      'Theme_Radius',
      'show_invoice_logo',
    ])
  })

  it('are found for every principal', () => {
    const forGuardians = (reads: Reads) =>
      reads.principal?.kind === 'guardian' && reads.setting(messageSettings.AllowPortalReplies)
    expect(namesRead(forGuardians)).toEqual(['AllowPortalReplies'])
  })

  it('are found whenever it is', () => {
    const later = (reads: Reads) =>
      reads.now().getUTCFullYear() > 2050 && reads.setting(messageSettings.AllowPortalReplies)
    expect(namesRead(later)).toEqual(['AllowPortalReplies'])
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
    for (const setting of allSettings) {
      const values = valuesToTry(setting)
      expect(values.length, setting.name).toBeGreaterThan(1)
      if (setting.name !== 'LicenseeName')
        for (const value of values) expect(fits(setting, value), setting.name).toBe(true)
    }
  })
})

import { describe, expect, it } from 'vitest'
import { contrastOnWhite } from './contrast.ts'
import { fits } from './parse.ts'
import { definitionOf, isSettingName, settingNames } from './registry.ts'

/** Specification 1 §6, and specification 2 §3 (Practice settings), §6 and §7.4. */
const specified = [
  'enable_portal_dashboard_options',
  'EnableBillingForPortal',
  'EnableCenterLogo',
  'Allow_Portal_Appointment_Booking',
  'LicenseeName',
  'Portal_Enable_By_Office_location',
  'Enable PE Custom Appointments',
  'DisableTeleHealth_PE',
  'LandingPageFeatures',
  'Enable_PatientIntake_And_FileUpload_on_PE',
  'Enable_Parking_Lot_Management',
  'upload_document_screen_text',
  'Enable_Portal_Visibility_For_Unsigned_Sessions',
  'Provider_Pending_Review_Message',
  'Cures_Act_Compliance_Message',
  'Practice_Address',
  'Practice_City',
  'Practice_State',
  'Practice_Zip',
  'Practice_Phone',
  'Practice_PayTo_NPI',
  'IncludeNPIonInvoice',
  'InvoiceMessage',
  'show_invoice_logo',
  'PortalBillingText',
  'Enable_PayBill_Portal',
  'sms_to_mra_local_alias',
  'portal_domain',
  'AllowPortalReplies',
]

describe('the settings registry', () => {
  it('has every setting that the specification names [1 §6.9 §6.11 §6.12 §6.13 §6.14 §6.15 §6.16 §6.17 §6.18 §6.19 §6.20 §6.21 §6.22] [2 §3.12 §3.13 §3.15 §3.19 §7.48]', () => {
    expect(specified.filter((name) => !isSettingName(name))).toEqual([])
  })

  it('has words for each, and a default that fits', () => {
    for (const name of settingNames) {
      const definition = definitionOf(name)
      for (const words of [definition.title, definition.help, definition.shapes])
        expect(words.length, name).toBeGreaterThan(3)
      if (name !== 'LicenseeName') expect(fits(definition, definition.default), name).toBe(true) // its default is the configured name
    }
  })

  it('gives no two settings the same title', () => {
    const titles = settingNames.map((name) => definitionOf(name).title)
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
  })

  it('has default colours that can be read', () => {
    for (const name of settingNames) {
      const definition = definitionOf(name)
      if (definition.type === 'colour')
        expect(contrastOnWhite(definition.default), name).toBeGreaterThanOrEqual(definition.contrast)
    }
  })
})

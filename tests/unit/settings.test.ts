import { describe, expect, it } from 'vitest'
import { contrastOnWhite } from '../../server/licensees/settings/contrast.ts'
import { fits } from '../../server/licensees/settings/parse.ts'
import { allSettings } from '../support/all-settings.ts'

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

describe('the settings of all features and of the portal', () => {
  it('has every setting that the specification names [1 §6.9 §6.11 §6.12 §6.13 §6.14 §6.15 §6.16 §6.17 §6.18 §6.19 §6.20 §6.21 §6.22] [2 §3.12 §3.13 §3.15 §3.19 §7.48]', () => {
    const names = allSettings.map(({ name }) => name)
    expect(specified.filter((name) => !names.includes(name))).toEqual([])
  })

  it('has words for each, and a default that fits', () => {
    for (const definition of allSettings) {
      const { name } = definition
      for (const words of [definition.title, definition.help, definition.shapes])
        expect(words.length, name).toBeGreaterThan(3)
      if (name !== 'LicenseeName') expect(fits(definition, definition.default), name).toBe(true) // its default is the configured name
    }
  })

  it('gives no two settings the same title', () => {
    const titles = allSettings.map(({ title }) => title)
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
  })

  it('has default colours that can be read', () => {
    for (const definition of allSettings) {
      if (definition.type === 'colour')
        expect(contrastOnWhite(definition.default), definition.name).toBeGreaterThanOrEqual(definition.contrast)
    }
  })
})

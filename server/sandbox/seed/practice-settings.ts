/** The values of GetAdminSettingValue. A name that is missing here is unknown to the record server. */
export const lakesideSettings: Record<string, string> = {
  LicenseeName: 'Lakeside Dermatology',
  Practice_Address: '240 East 44th Street, Floor 6',
  Practice_City: 'New York',
  Practice_State: 'NY',
  Practice_Zip: '10017',
  Practice_Phone: '2125550140',
  Practice_PayTo_NPI: '1999999984',
  Card_Payment_Key: 'sandbox-card-key-lakeside',
  sms_to_mra_local_alias: 'lakeside-office',
  portal_domain: 'lakeside.localhost',
  LandingPageFeatures: 'Medical History:medical-history; Telehealth Consent:tele-consent',
  Enable_Parking_Lot_Management: 'true',
}

export const northgateSettings: Record<string, string> = {
  LicenseeName: 'Northgate Family Medicine',
  Practice_Address: '3275 Tejon Street',
  Practice_City: 'Denver',
  Practice_State: 'CO',
  Practice_Zip: '80211',
  Practice_Phone: '3035550150',
  Practice_PayTo_NPI: '1999999976',
  EnableCenterLogo: '1',
  DisableTeleHealth_PE: 'true',
  'Enable PE Custom Appointments': 'true',
  Ask_Insurance_PE: 'true',
  enable_portal_dashboard_options: '1,2,3,4,5,6',
  EnableBillingForPortal: '1',
  Enable_PayBill_Portal: 'false',
  AllowPortalReplies: 'true',
  Enable_Parking_Lot_Management: 'true',
  // A green with a contrast of 7.6 to 1 on white.
  Theme_Primary_Colour: '#2F5D3A',
  Theme_Accent_Colour: '#7A9E4B',
  Theme_Radius: '4',
  portal_domain: 'northgate.localhost',
}

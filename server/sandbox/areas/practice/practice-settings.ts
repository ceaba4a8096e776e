import type { Area } from '../../area.ts'

/** Who the demo practices are, what their pages look like, and which parts of a portal they offer. */
export const practiceSettings: Area['settings'] = {
  lakeside: {
    LicenseeName: 'Lakeside Dermatology',
    Practice_Address: '240 East 44th Street, Floor 6',
    Practice_City: 'New York',
    Practice_State: 'NY',
    Practice_Zip: '10017',
    Practice_Phone: '2125550140',
    Practice_PayTo_NPI: '1999999984',
    sms_to_mra_local_alias: 'lakeside-office',
    portal_domain: 'lakeside.localhost',
  },
  northgate: {
    LicenseeName: 'Northgate Family Medicine',
    Practice_Address: '3275 Tejon Street',
    Practice_City: 'Denver',
    Practice_State: 'CO',
    Practice_Zip: '80211',
    Practice_Phone: '3035550150',
    Practice_PayTo_NPI: '1999999976',
    EnableCenterLogo: '1',
    enable_portal_dashboard_options: '1,2,3,4,5,6',
    // A green with a contrast of 7.6 to 1 on white.
    Theme_Primary_Colour: '#2F5D3A',
    Theme_Accent_Colour: '#7A9E4B',
    Theme_Highlight_Colour: '#9A3F12',
    Theme_Header: 'brand',
    Theme_Typeface: 'serif',
    Theme_Pattern: 'leaf',
    Theme_Radius: '4',
    portal_domain: 'northgate.localhost',
  },
}

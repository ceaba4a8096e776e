import { northgateProviders } from './northgate-providers.ts'
import type { PracticePlan } from './practice-plan.ts'

const timeZone = 'America/Denver'

export const northgate: PracticePlan = {
  practice: 'northgate',
  name: 'Northgate Family Medicine',
  licenseName: 'northgate',
  websiteId: 2,
  timeZone,
  officeMail: 'office@northgate.example.com',
  randomSeed: 19_870_302,
  regions: [
    { regionN: 3, name: 'Front Range', state: 'CO' },
    { regionN: 4, name: 'Phoenix Valley', state: 'AZ' },
  ],
  facilities: [
    {
      facilityN: 21,
      regionN: 3,
      name: 'Northgate Highlands',
      address: '3275 Tejon Street',
      city: 'Denver',
      state: 'CO',
      zip: '80211',
      phone: '3035550150',
      timeZone,
      info: 'Parking on the street; the bike rack is at the side door.',
    },
    {
      facilityN: 22,
      regionN: 3,
      name: 'Northgate Boulder',
      address: '1919 14th Street, Suite 400',
      city: 'Boulder',
      state: 'CO',
      zip: '80302',
      phone: '3035550151',
      timeZone,
      info: 'Fourth floor, elevator from the lobby.',
    },
    // Arizona has no daylight saving time: an hour apart from Denver in summer, none in winter.
    {
      facilityN: 23,
      regionN: 4,
      name: 'Northgate Scottsdale',
      address: '7340 East Stetson Drive',
      city: 'Scottsdale',
      state: 'AZ',
      zip: '85251',
      phone: '4805550152',
      timeZone: 'America/Phoenix',
      info: 'Shaded parking in front of the building.',
    },
  ],
  providers: northgateProviders,
  types: [
    { typeN: 11, name: 'Annual physical', minutes: 40, mode: 'inoffice' },
    { typeN: 12, name: 'Sick visit', minutes: 20, mode: 'inoffice' },
    { typeN: 13, name: 'Follow-up', minutes: 20, mode: 'inoffice' },
    { typeN: 14, name: 'Vaccination', minutes: 10, mode: 'inoffice' },
    { typeN: 15, name: 'Well-child visit', minutes: 30, mode: 'inoffice', onlyBy: [202, 205, 208] },
    { typeN: 16, name: 'Behavioral health consultation', minutes: 50, mode: 'inoffice', onlyBy: [206] },
  ],
  insurances: [
    { insuranceN: 1, name: 'Front Range Health Plan', notAtFacilities: [], notByProviders: [] },
    { insuranceN: 2, name: 'Canyon Mutual', notAtFacilities: [22], notByProviders: [203, 206] },
  ],
  patients: {
    firstN: 2101,
    count: 600,
    emridPrefix: 'NFM',
    areaCode: '303',
    places: [
      { zip: '80202', city: 'Denver', state: 'CO' },
      { zip: '80205', city: 'Denver', state: 'CO' },
      { zip: '80211', city: 'Denver', state: 'CO' },
      { zip: '80301', city: 'Boulder', state: 'CO' },
      { zip: '80027', city: 'Louisville', state: 'CO' },
      { zip: '85251', city: 'Scottsdale', state: 'AZ' },
      { zip: '85016', city: 'Phoenix', state: 'AZ' },
    ],
  },
  shortLinks: { welcome: '/', book: '/user/bookappointment/index' },
  visitNames: ['Sick visit', 'Follow-up'],
  videoName: '',
}

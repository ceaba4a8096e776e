import type { HoursPlan, ProviderPlan } from './practice-plan.ts'

const midtown = 11
const unionSquare = 12
const jerseyCity = 13
const montclair = 14

const morning = (facilityN: number, ...weekdays: number[]): HoursPlan => ({
  facilityN,
  weekdays,
  from: '08:00',
  to: '12:00',
})
const afternoon = (facilityN: number, ...weekdays: number[]): HoursPlan => ({
  facilityN,
  weekdays,
  from: '13:00',
  to: '17:00',
})
const video = (facilityN: number, weekdays: number[], [from, to]: [string, string]): HoursPlan => ({
  facilityN,
  weekdays,
  from,
  to,
  mode: 'telederm',
})

export const lakesideProviders: ProviderPlan[] = [
  {
    employeeN: 101,
    firstName: 'Helen',
    lastName: 'Marchetti',
    jobTitle: 'MD, FAAD, Medical Director',
    taken: 0.63,
    bio: 'Dr. Marchetti founded the practice and sees adults for skin cancer screening and inflammatory skin disease. She trained in Boston and speaks Italian.',
    hours: [morning(midtown, 1, 2, 4), afternoon(midtown, 1, 4), morning(unionSquare, 5)],
  },
  {
    employeeN: 102,
    firstName: 'Samir',
    lastName: 'Desai',
    jobTitle: 'MD, Dermatologist',
    taken: 0.55,
    bio: 'Dr. Desai looks after psoriasis, eczema and hair loss. He takes time for questions about long treatments.',
    hours: [morning(midtown, 1, 2, 3), afternoon(midtown, 2, 3), morning(jerseyCity, 4, 5), afternoon(jerseyCity, 4)],
  },
  {
    employeeN: 103,
    firstName: 'Grace',
    lastName: 'Lindholm',
    jobTitle: 'MD, Dermatologist and Telehealth Lead',
    taken: 0.5,
    bio: 'Dr. Lindholm sees patients by video on most days and in the office on Tuesdays and Thursdays. Acne and rosacea are her field.',
    hours: [
      morning(midtown, 2, 4),
      afternoon(midtown, 2),
      video(midtown, [1, 3, 5], ['08:00', '12:00']),
      video(midtown, [4], ['13:00', '16:00']),
    ],
  },
  {
    employeeN: 104,
    firstName: 'Owen',
    lastName: 'Castellano',
    jobTitle: 'PA-C, Physician Assistant',
    taken: 0.4,
    bio: 'Owen treats common skin conditions in adults and children, also by video in the late afternoon.',
    hours: [
      morning(unionSquare, 1, 2, 3, 4),
      afternoon(unionSquare, 2),
      video(unionSquare, [1, 3, 4], ['15:00', '19:00']),
    ],
  },
  {
    employeeN: 105,
    firstName: 'Yasmin',
    lastName: 'Haddad',
    jobTitle: 'MD, Mohs Surgeon',
    taken: 0.6,
    bio: 'Dr. Haddad removes skin cancers with Mohs surgery and repairs the site the same day. She speaks Arabic and French.',
    hours: [morning(jerseyCity, 1, 3), afternoon(jerseyCity, 1, 3), morning(midtown, 5)],
  },
  {
    employeeN: 106,
    firstName: 'Daniel',
    lastName: 'Whitcombe',
    jobTitle: 'MD, Dermatologist',
    taken: 0.45,
    bio: 'Dr. Whitcombe is on leave at present and returns to the Union Square office.',
    leave: { from: -14, to: 34 },
    hours: [morning(unionSquare, 1, 2, 3, 4, 5), afternoon(unionSquare, 1, 3)],
  },
  {
    employeeN: 107,
    firstName: 'Ruth',
    lastName: 'Oyelaran',
    jobTitle: 'MD, Pediatric Dermatologist',
    taken: 0.6,
    bio: 'Dr. Oyelaran sees babies, children and teenagers with eczema, birthmarks and acne. Visits begin with the child, not the chart.',
    hours: [morning(montclair, 1, 2, 4), afternoon(montclair, 1, 2), morning(jerseyCity, 5)],
  },
  {
    employeeN: 108,
    firstName: 'Victor',
    lastName: 'Brandt',
    jobTitle: 'MD, Consulting Dermatopathologist',
    taken: 0,
    bio: 'Dr. Brandt reads the biopsies of the practice. Consultations are arranged by telephone.',
    hours: [{ facilityN: midtown, weekdays: [], from: '09:00', to: '12:00' }],
  },
  {
    employeeN: 109,
    firstName: 'Claire',
    lastName: 'Dubois-Hart',
    jobTitle: 'NP, Nurse Practitioner',
    taken: 0.35,
    bio: 'Claire does full-body skin checks and follow-up of long-term medication. Evening times on Wednesdays.',
    hours: [
      morning(montclair, 1, 3, 5),
      afternoon(montclair, 5),
      { facilityN: montclair, weekdays: [3], from: '16:00', to: '20:00' },
    ],
  },
  {
    employeeN: 110,
    firstName: 'Marcus',
    lastName: 'Ellery',
    jobTitle: 'MD, Dermatologist',
    taken: 0.5,
    bio: 'Dr. Ellery treats skin of color, scars and pigment disorders, and leads the research clinic.',
    hours: [morning(unionSquare, 2, 3, 5), afternoon(unionSquare, 5), morning(midtown, 1)],
  },
  {
    employeeN: 111,
    firstName: 'Jia',
    lastName: 'Shen',
    jobTitle: 'MD, Dermatologist',
    taken: 0.58,
    bio: 'Dr. Shen cares for contact allergies and occupational skin disease, with patch testing in the office. She speaks Mandarin.',
    hours: [morning(jerseyCity, 1, 2, 4), afternoon(jerseyCity, 2, 4), morning(montclair, 3)],
  },
  {
    employeeN: 112,
    firstName: 'Peter',
    lastName: 'Nakagawa',
    jobTitle: 'PA-C, Physician Assistant',
    taken: 0.36,
    bio: 'Peter sees new rashes and spots at short notice and checks wounds after surgery.',
    hours: [morning(midtown, 1, 2, 3, 4, 5), afternoon(midtown, 3, 4)],
  },
  {
    employeeN: 113,
    firstName: 'Isabel',
    lastName: 'Fontaine',
    jobTitle: 'NP, Nurse Practitioner',
    taken: 0.42,
    bio: 'Isabel works in both New Jersey offices and sees adults and teenagers. She speaks Spanish and Portuguese.',
    hours: [
      morning(montclair, 2, 4),
      afternoon(montclair, 4),
      morning(jerseyCity, 3, 5),
      afternoon(jerseyCity, 3),
      { facilityN: montclair, weekdays: [6], from: '09:00', to: '13:00' },
    ],
  },
]

import type { HoursPlan, ProviderPlan } from './practice-plan.ts'

const highlands = 21
const boulder = 22
const scottsdale = 23

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

export const northgateProviders: ProviderPlan[] = [
  {
    employeeN: 201,
    firstName: 'Laura',
    lastName: 'Pettigrew',
    jobTitle: 'MD, Family Physician',
    taken: 0.62,
    bio: 'Dr. Pettigrew has cared for families in the Highlands for twenty years, from first check-up to retirement.',
    hours: [morning(highlands, 1, 2, 3, 4), afternoon(highlands, 1, 3)],
  },
  {
    employeeN: 202,
    firstName: 'Andre',
    lastName: 'Baptiste',
    jobTitle: 'MD, Family Physician',
    taken: 0.5,
    bio: 'Dr. Baptiste sees children and adults and runs the asthma clinic. He speaks French and Haitian Creole.',
    hours: [morning(highlands, 1, 2, 4, 5), afternoon(highlands, 2, 4), morning(boulder, 3)],
  },
  {
    employeeN: 203,
    firstName: 'Kirsten',
    lastName: 'Aldahl',
    jobTitle: 'DO, Sports Medicine',
    taken: 0.45,
    bio: 'Dr. Aldahl treats sprains, overuse and back pain and gets people moving again.',
    hours: [morning(boulder, 1, 2, 4), afternoon(boulder, 1, 2, 4)],
  },
  {
    employeeN: 204,
    firstName: 'Miguel',
    lastName: 'Archuleta',
    jobTitle: 'MD, Internal Medicine',
    taken: 0.6,
    bio: 'Dr. Archuleta looks after diabetes, blood pressure and heart disease in adults. He speaks Spanish.',
    hours: [morning(scottsdale, 1, 2, 3, 4, 5), afternoon(scottsdale, 1, 3)],
  },
  {
    employeeN: 205,
    firstName: 'Tess',
    lastName: 'Rowley',
    jobTitle: 'PNP, Pediatric Nurse Practitioner',
    taken: 0.4,
    bio: 'Tess does well-child visits, vaccinations and school physicals.',
    hours: [morning(highlands, 1, 3, 5), afternoon(highlands, 5), morning(boulder, 2, 4)],
  },
  {
    employeeN: 206,
    firstName: 'Noah',
    lastName: 'Feinberg',
    jobTitle: 'PhD, Psychologist',
    taken: 0.45,
    visit: { minutes: 50, typeName: 'Behavioral health consultation' },
    bio: 'Dr. Feinberg offers short-term counselling together with the family physicians.',
    hours: [morning(highlands, 2, 4), afternoon(highlands, 2, 4)],
  },
  {
    employeeN: 207,
    firstName: 'Priya',
    lastName: 'Raman',
    jobTitle: 'MD, Family Physician',
    taken: 0.5,
    bio: 'Dr. Raman sees adults of every age, with a special interest in migraine and sleep. Saturday mornings in Scottsdale.',
    hours: [
      morning(scottsdale, 1, 2, 4),
      afternoon(scottsdale, 2, 4),
      { facilityN: scottsdale, weekdays: [6], from: '09:00', to: '12:00' },
    ],
  },
  {
    employeeN: 208,
    firstName: 'Walter',
    lastName: 'Okonjo',
    jobTitle: 'PA-C, Physician Assistant',
    taken: 0.38,
    bio: 'Walter sees patients of all ages at short notice, also in the early evening.',
    hours: [
      morning(boulder, 1, 3, 5),
      { facilityN: boulder, weekdays: [2, 4], from: '14:00', to: '19:00' },
      morning(highlands, 2),
    ],
  },
]

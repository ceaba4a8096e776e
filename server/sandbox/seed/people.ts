/**
 * Records of the demo practice (demo-practice.md) that accounts, tests and guides name. The seed invents all others.
 */
export interface NamedPerson {
  practice: 'lakeside' | 'northgate'
  patientN: number
  emrid: string
  firstName: string
  lastName: string
  /** `yyyy-MM-dd`. */
  dob: string
  /** 1 male, 2 female, 3 unknown. */
  gender: 1 | 2 | 3
  zip: string
  secondAddress?: string
  cellPhone: string
  email: string
}

const lakeside = { practice: 'lakeside', zip: '10011', cellPhone: '', email: '' } as const
const northgate = { practice: 'northgate', zip: '80205', cellPhone: '', email: '' } as const

export const people = {
  mariaAlvarez: {
    ...lakeside,
    patientN: 1001,
    emrid: 'LSD-1001',
    firstName: 'Maria',
    lastName: 'Alvarez',
    dob: '1984-06-21',
    secondAddress: 'Apartment 5C',
    gender: 2,
    cellPhone: '2125550161',
    email: 'maria.alvarez@example.com',
  },
  noraQuinn: {
    ...lakeside,
    patientN: 1002,
    emrid: 'LSD-1002',
    firstName: 'Nora',
    lastName: 'Quinn',
    dob: '1997-02-09',
    gender: 2,
    cellPhone: '2125550162',
    email: 'nora.quinn@example.com',
  },
  lucasAlvarez: {
    ...lakeside,
    patientN: 1003,
    emrid: 'LSD-1003',
    firstName: 'Lucas',
    lastName: 'Alvarez',
    dob: '2015-09-14',
    gender: 1,
    email: 'g.alvarez@example.com',
  },
  adaOkafor: {
    ...lakeside,
    patientN: 1004,
    emrid: 'LSD-1004',
    firstName: 'Ada',
    lastName: 'Okafor',
    dob: '2012-03-30',
    gender: 2,
    zip: '07302',
    email: 'r.okafor@example.com',
  },
  samuelOkafor: {
    ...lakeside,
    patientN: 1005,
    emrid: 'LSD-1005',
    firstName: 'Samuel',
    lastName: 'Okafor',
    dob: '1946-11-05',
    gender: 1,
    zip: '07302',
    email: 'r.okafor@example.com',
  },
  thomasReed: {
    ...lakeside,
    patientN: 1006,
    emrid: 'LSD-1006',
    firstName: 'Thomas',
    lastName: 'Reed',
    dob: '1958-01-17',
    gender: 1,
    zip: '10021',
    cellPhone: '2125550166',
    email: 'thomas.reed@example.com',
  },
  ameliaNovak: {
    ...lakeside,
    patientN: 1007,
    emrid: 'LSD-1007',
    firstName: 'Amelia',
    lastName: 'Novak',
    dob: '1988-04-12',
    gender: 2,
    zip: '10017',
    cellPhone: '2125550167',
    email: 'amelia.novak@example.com',
  },
  piotrZielinski: {
    ...lakeside,
    patientN: 1008,
    emrid: 'LSD-1008',
    firstName: 'Piotr',
    lastName: 'Zielinski',
    dob: '1975-11-30',
    gender: 1,
    zip: '10003',
    email: 'piotr.zielinski@example.com',
  },
  johnSmith: {
    ...lakeside,
    patientN: 1009,
    emrid: 'LSD-1009',
    firstName: 'John',
    lastName: 'Smith',
    dob: '1970-01-02',
    gender: 1,
    zip: '10001',
    cellPhone: '2125550168',
    email: 'john.smith@example.com',
  },
  otherJohnSmith: {
    ...lakeside,
    patientN: 1010,
    emrid: 'LSD-1010',
    firstName: 'John',
    lastName: 'Smith',
    dob: '1970-01-02',
    gender: 1,
    zip: '10001',
    cellPhone: '2125550169',
    email: 'j.smith@example.com',
  },
  eleanorWhitfield: {
    ...lakeside,
    patientN: 1011,
    emrid: 'LSD-1011',
    firstName: 'Eleanor',
    lastName: 'Whitfield',
    dob: '1951-09-03',
    gender: 2,
    zip: '10024',
    cellPhone: '2125550170',
    email: 'eleanor.whitfield@example.com',
  },
  benCarter: {
    ...northgate,
    patientN: 2001,
    emrid: 'NFM-2001',
    firstName: 'Ben',
    lastName: 'Carter',
    dob: '1991-08-03',
    gender: 1,
    cellPhone: '3035550171',
    email: 'ben.carter@example.com',
  },
} as const satisfies Record<string, NamedPerson>

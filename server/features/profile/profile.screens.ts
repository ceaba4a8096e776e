import type { Words } from '../../../schemas/base.ts'
import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { Gender, Patient, PatientInsurance } from '../../gateways/emr/patients/patients.ts'
import type { Pharmacy } from '../../gateways/emr/pharmacies/pharmacies.ts'
import { form, goTo, phone, text, title } from '../../protocol/block-builders.ts'
import { paths } from '../../practice/paths.ts'
import { pharmacyWords } from '../../practice/pharmacy-words.ts'
import { addressText } from '../../practice/postal-address.ts'
import type { ActionDefinition, ScreenBody } from '../../protocol/definitions.ts'
import { dateText } from '../../protocol/time-words.ts'
import { profileMessages } from './profile.messages.ts'

export const profileRegion = 'account.profile'
export const pharmacyRegion = 'account.pharmacy'

const genders: Record<Gender, string> = { 1: 'Male', 2: 'Female', 3: 'Unknown' }
const orders: Record<PatientInsurance['order'], string> = {
  primary: 'Primary insurance',
  secondary: 'Secondary insurance',
  third: 'Third insurance',
}

/**
 * Specification 2 §2.14. The details are a region, so that a request can be written while the record server is
 * unavailable.
 */
export function profileScreen(notify: ActionDefinition, { hasPharmacy }: { hasPharmacy: boolean }): ScreenBody {
  return {
    title: 'Profile',
    width: 'reading',
    blocks: [
      title('Profile'),
      {
        kind: 'section',
        id: 'profile-card',
        card: true,
        blocks: [
          { kind: 'region', id: 'profile', src: profileRegion, shape: 'lines' },
          ...(hasPharmacy
            ? [{ kind: 'region' as const, id: 'profile-pharmacy', src: pharmacyRegion, shape: 'lines' as const }]
            : []),
        ],
      },
      {
        kind: 'section',
        id: 'request-card',
        card: true,
        title: 'Is something out of date?',
        blocks: [
          text('request-help', 'Tell the office what to change.'),
          form({
            id: 'request',
            asksToLeave: true,
            action: notify,
            messages: profileMessages,
            fields: [{ name: 'note', label: 'What to change', widget: 'multiline', count: true }],
            submitLabel: 'Notify Admin',
            when: {
              condition: { path: '/note', exists: true, ne: '' },
              reason: 'Write what to change first.',
            },
            busyText: 'Sending your request',
          }),
        ],
      },
    ],
  }
}

/** Specification 2 §2.14: only the authorized person's own name and birth date. */
export function guardianProfileScreen(person: {
  firstName: string
  lastName: string
  birthDay: string | null
}): ScreenBody {
  return {
    title: 'Profile',
    width: 'reading',
    blocks: [
      title('Profile'),
      {
        kind: 'section',
        id: 'profile-card',
        card: true,
        blocks: [
          facts([
            ['name', 'Name', `${person.firstName} ${person.lastName}`],
            ['dob', 'Date of birth', person.birthDay ? dateText(person.birthDay) : ''],
          ]),
        ],
      },
    ],
  }
}

/** `insurances` are undefined while the record server does not have them. */
export function profileBlocks(patient: Patient, insurances: readonly PatientInsurance[] | undefined): BlockList {
  const { text: number, href } = phone(patient.cellPhone)
  return [
    facts([
      ['name', 'Name', `${patient.firstName} ${patient.lastName}`],
      ['address', 'Address', addressText({ ...patient, address2: patient.secondAddress })],
      ['cell-phone', 'Cell phone', href ? [{ text: number, href }] : number],
      ['email', 'Email', patient.email],
      ['dob', 'Date of birth', dateText(patient.dob)],
      ['gender', 'Gender', genders[patient.gender]],
      ...insuranceFacts(insurances),
    ]),
  ]
}

/** The pharmacy of the patient, which the patient changes without the office. */
export function pharmacyBlocks(pharmacy: Pharmacy | undefined): BlockList {
  const { facts: shown, ...block } = facts([['pharmacy', 'Pharmacy', pharmacy ? pharmacyWords(pharmacy) : '']])
  const change = {
    label: pharmacy ? 'Change' : 'Find Pharmacy',
    about: pharmacy ? 'the pharmacy' : 'to choose one',
    do: goTo(paths.pharmacySearch()),
  }
  return [{ ...block, id: 'pharmacy-facts', label: 'Pharmacy', facts: shown.map((fact) => ({ ...fact, change })) }]
}

function insuranceFacts(insurances: readonly PatientInsurance[] | undefined): Fact[] {
  if (!insurances) return [['insurance', 'Insurance', 'This cannot be shown at the moment.']]
  if (insurances.length === 0) return [['insurance', 'Insurance', '']]
  return insurances.map(({ order, carrier, id, group }) => [
    `insurance-${order}`,
    orders[order],
    [carrier, id && `number ${id}`, group && `group ${group}`].filter(Boolean).join(', '),
  ])
}

/** Id, name and value. */
type Fact = [string, string, Words]

function facts(all: readonly Fact[]): BlockOf<'facts'> {
  return {
    kind: 'facts',
    id: 'profile-facts',
    facts: all.map(([id, name, value]) => ({ id, name, value: value === '' ? 'Not given' : value })),
  }
}

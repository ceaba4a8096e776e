import { expect, test } from 'vitest'
import { bundleOf, person } from '../../tests/support/practice-to-load.ts'
import { planBundle } from './plan-bundle.ts'
import { readBundle } from './read-bundle.ts'

const status = (code: string) => ({ coding: [{ code }] })
const allergy = {
  resourceType: 'AllergyIntolerance',
  id: 'allergy',
  clinicalStatus: status('active'),
  verificationStatus: status('confirmed'),
  code: { coding: [{ system: 'http://snomed.info/sct', code: '424213003', display: 'Allergy to bee venom' }] },
  patient: { reference: 'Patient/person' },
  onsetDateTime: '2009-05',
  recordedDate: '2010-05-19T23:46:39-05:00',
}
const plan = (...resources: object[]) => planBundle('x.json', readBundle('x.json', bundleOf([person, ...resources])))

test('an allergy comes with its code, its days as they were written, and the worst of its reactions', () => {
  const reaction = [
    { manifestation: [{ text: 'Hives' }, { text: 'Itching' }], severity: 'mild' },
    { manifestation: [{ text: 'Hives' }, {}], severity: 'severe' },
    {},
  ]
  const { allergies, skipped } = plan({ ...allergy, reaction })
  expect(allergies).toEqual([
    {
      sourceId: 'AllergyIntolerance/allergy',
      patient: 'Patient/person',
      substance: 'Allergy to bee venom',
      code: '424213003',
      codeSystem: 'http://snomed.info/sct',
      reaction: 'Hives, Itching',
      severity: 'severe',
      status: 'active',
      isConfirmed: true,
      onset: '2009-05',
      recordedOn: '2010-05-19',
    },
  ])
  expect(skipped).toEqual({})
})

test.each([
  [{ clinicalStatus: status('resolved') }, { status: 'resolved' }],
  [{ clinicalStatus: status('inactive') }, { status: 'inactive' }],
  [{ clinicalStatus: undefined }, { status: 'active' }],
  [{ verificationStatus: status('unconfirmed') }, { isConfirmed: false }],
  [{ verificationStatus: undefined }, { isConfirmed: true }],
  [{ code: { text: 'Latex' } }, { substance: 'Latex', code: '', codeSystem: '', reaction: '', severity: '' }],
  [
    { onsetDateTime: undefined, recordedDate: undefined },
    { onset: '', recordedOn: '' },
  ],
])('what the file says, or leaves open: %j', (part, expected) => {
  expect(plan({ ...allergy, ...part }).allergies).toMatchObject([expected])
})

test.each([
  [{ verificationStatus: status('refuted') }, 'that is refuted'],
  [{ verificationStatus: status('entered-in-error') }, 'that is entered-in-error'],
  [{ code: undefined }, 'without a name'],
  [{ patient: undefined }, 'without a patient that was loaded'],
])('left out with a reason: %j', (part, reason) => {
  const { allergies, skipped } = plan({ ...allergy, ...part })
  expect([allergies, skipped]).toEqual([[], { [`AllergyIntolerance ${reason}`]: 1 }])
})

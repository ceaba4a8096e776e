import { expect, test } from 'vitest'
import { bundleOf, claim, explanation, person } from '../../tests/support/practice-to-load.ts'
import { planBundle } from './plan-bundle.ts'
import { readBundle } from './read-bundle.ts'

const status = (code: string) => ({ coding: [{ code }] })
const condition = {
  resourceType: 'Condition',
  id: 'condition',
  clinicalStatus: status('resolved'),
  verificationStatus: status('confirmed'),
  category: [status('encounter-diagnosis')],
  code: { coding: [{ system: 'http://snomed.info/sct', code: '444814009', display: 'Viral sinusitis' }] },
  subject: { reference: 'Patient/person' },
  onsetPeriod: { start: '2011-07-01T23:26:21-04:00' },
  abatementDateTime: '2011-07-08',
  recordedDate: '2011',
}
const plan = (...resources: object[]) => planBundle('x.json', readBundle('x.json', bundleOf([person, ...resources])))

test('a condition comes with its code and its days as they were written', () => {
  const { conditions, skipped } = plan(condition)
  expect(conditions).toEqual([
    {
      sourceId: 'Condition/condition',
      patient: 'Patient/person',
      name: 'Viral sinusitis',
      code: '444814009',
      codeSystem: 'http://snomed.info/sct',
      status: 'resolved',
      isConfirmed: true,
      isOfVisit: true,
      onset: '2011-07-01',
      abatement: '2011-07-08',
      recordedOn: '2011',
    },
  ])
  expect(skipped).toEqual({})
})

test.each([
  [{ clinicalStatus: status('remission') }, { status: 'inactive' }],
  [{ clinicalStatus: status('recurrence') }, { status: 'active' }],
  [{ verificationStatus: status('provisional') }, { isConfirmed: false }],
  [{ category: undefined }, { isOfVisit: false }],
])('what the file says, or leaves open: %j', (part, expected) => {
  expect(plan({ ...condition, ...part }).conditions).toMatchObject([expected])
})

test.each([
  [{ verificationStatus: status('refuted') }, 'that is refuted'],
  [{ code: { coding: [{ code: '1' }] } }, 'without a name'],
  [{ subject: undefined }, 'without a patient that was loaded'],
])('left out with a reason: %j', (part, reason) => {
  const { conditions, skipped } = plan({ ...condition, ...part })
  expect([conditions, skipped]).toEqual([[], { [`Condition ${reason}`]: 1 }])
})

test('a bill names its diagnosis although the condition is left out', () => {
  const diagnosis = [{ sequence: 1, diagnosisReference: { reference: 'Condition/condition' } }]
  const refuted = { ...condition, verificationStatus: status('refuted') }
  const { charges } = plan(refuted, claim, { ...explanation, diagnosis })
  expect(charges[0]?.diagnoses).toBe('444814009')
})

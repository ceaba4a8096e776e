import { describe, expect, test } from 'vitest'
import { bundleOf, claim, clinic, doctor, explanation, person } from '../../tests/support/practice-to-load.ts'
import { centsOf } from './adjudication.ts'
import { planBundle } from './plan-bundle.ts'
import { readBundle } from './read-bundle.ts'

const plan = (...resources: object[]) =>
  planBundle('x.json', readBundle('x.json', bundleOf([clinic, doctor, person, ...resources])))
const amounts = (...resources: object[]) =>
  plan(...resources).charges.map((row) => [
    row.charged,
    row.allowed,
    row.discount,
    row.insurancePaid,
    row.patientResponsible,
    row.patientPaid,
  ])

test.each([
  [1.005, 101],
  [112.416, 11_242],
  [28.104, 2810],
  [0.285, 29],
  [-4.355, -436],
  [0.0000001, 0],
  [0, 0],
])('%d dollars are %d cents', (dollars, expected) => {
  expect(centsOf(dollars) + 0).toBe(expected)
})

test('a claim becomes its visit and its adjudicated items, and no diagnoses', () => {
  expect(plan(claim, explanation).charges).toEqual([
    {
      sourceId: 'ExplanationOfBenefit/explanation#1',
      patient: 'Patient/person',
      parties: ['Organization/clinic', 'Practitioner/doctor'],
      billedOn: '2020-01-15T14:00:00.000Z',
      insurer: 'private',
      code: '185349003',
      description: 'Encounter for check up',
      diagnoses: '',
      charged: 12_915,
      allowed: 12_915,
      discount: 0,
      insurancePaid: 0,
      patientResponsible: 0,
      patientPaid: 0,
    },
    expect.objectContaining({
      sourceId: 'ExplanationOfBenefit/explanation#2',
      code: '140',
      description: 'Influenza vaccine',
      charged: 14_052,
      allowed: 14_052,
      insurancePaid: 11_242,
      patientResponsible: 2810,
    }),
  ])
})

test('one total below the sum of its items makes every total that of the visit', () => {
  const visitOnly = { ...claim, id: 'other', total: { value: 129.15 } }
  expect(amounts(claim, visitOnly, explanation)[0]?.[0]).toBe(26_967)
  expect(amounts(visitOnly, { ...explanation, claim: { reference: 'Claim/other' } })[0]?.[0]).toBe(12_915)
})

test.each(['no_insurance', 'NO_INSURANCE'])('with the insurer %s the patient owes all', (display) => {
  const bill = { ...explanation, insurer: { display } }
  expect(amounts(claim, bill)).toEqual([
    [12_915, 12_915, 0, 0, 12_915, 0],
    [14_052, 14_052, 0, 0, 14_052, 0],
  ])
  expect(plan(claim, bill).charges.map(({ insurer }) => insurer)).toEqual(['', ''])
})

describe('without a claim', () => {
  const category = (code: string) => ({
    coding: [{ system: 'http://terminology.hl7.org/CodeSystem/adjudication', code }],
  })
  const adjudication = (values: Record<string, number>) =>
    Object.entries(values).map(([code, value]) => ({ category: category(code), amount: { value } }))
  const item = (sequence: number, values: Record<string, number>) => ({ sequence, adjudication: adjudication(values) })
  const total = adjudication({ submitted: 90, eligible: 80, paidtoprovider: 50, copay: 20, noncovered: 10 })
  const bill = (...items: object[]) => ({ ...explanation, claim: undefined, item: items, total })

  test('fully adjudicated items are lines', () => {
    const items = [
      item(1, { submitted: 1000, benefit: 20, discount: 900, memberliability: 80, deductible: 7 }),
      item(2, { submitted: 30, eligible: 25, paidtoprovider: 20, benefit: 1, deductible: 3, coinsurance: 2 }),
      item(3, { submitted: 9, eligible: 9, paidtoprovider: 0, copay: 9, paidbypatient: 9 }),
    ]
    expect(amounts(bill(...items))).toEqual([
      [100_000, 10_000, 90_000, 2000, 8000, 0],
      [3000, 2500, 500, 2000, 500, 0],
      [900, 900, 0, 0, 900, 900],
    ])
  })

  test('items of which one is not fully adjudicated are one line with the amounts of the whole', () => {
    const items = [item(1, { submitted: 30, paidtoprovider: 20, copay: 10 }), item(2, { submitted: 84.4 })]
    expect(amounts(bill(...items))).toEqual([[9000, 8000, 1000, 5000, 3000, 0]])
    expect(amounts(bill())).toEqual([[9000, 8000, 1000, 5000, 3000, 0]])
  })

  test('the patient owes all if there is no insurer', () => {
    const items = [item(1, { submitted: 9, eligible: 8, paidtoprovider: 5, copay: 3, paidbypatient: 2 })]
    expect(amounts({ ...bill(...items), insurer: { display: 'no_insurance' } })).toEqual([[900, 900, 0, 0, 900, 200]])
  })

  test('what nobody says is zero', () => {
    expect(amounts({ ...bill(), total: adjudication({ submitted: 2650, paidtoprovider: 620 }) })).toEqual([
      [265_000, 0, 0, 62_000, 0, 0],
    ])
  })

  test('a line shows the code and the diagnoses of its item, and otherwise what kind of claim it is', () => {
    const absent = { system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason', code: 'not-applicable' }
    const paid = { submitted: 30, paidtoprovider: 20, copay: 10 }
    const icd = (sequence: number, code: string, system = 'http://hl7.org/fhir/sid/icd-10-cm') => ({
      sequence,
      diagnosisCodeableConcept: { coding: [{ system, code }] },
    })
    const { charges } = plan({
      ...bill(
        { ...item(1, paid), productOrService: { coding: [{ code: '99231' }] }, diagnosisSequence: [2] },
        { ...item(2, paid), productOrService: { coding: [absent] } },
      ),
      subType: { text: 'Outpatient' },
      diagnosis: [icd(1, 'L70.0'), icd(2, 'S06.0X1A'), icd(3, '38341003', 'http://snomed.info/sct')],
    })
    expect(charges.map(({ code, description, diagnoses }) => [code, description, diagnoses])).toEqual([
      ['99231', 'Outpatient', 'S06.0X1A'],
      ['', 'Outpatient', 'L70.0, S06.0X1A, 38341003'],
    ])
    expect(plan(bill(item(1, paid))).charges[0]?.description).toBe('Service')
  })
})

describe('diagnoses', () => {
  const condition = (id: string, ...coding: object[]) => ({ resourceType: 'Condition', id, code: { coding } })
  const snomed = (code: string) => ({ system: 'http://snomed.info/sct', code, display: 'Hypertension (disorder)' })
  const icd = { system: 'http://hl7.org/fhir/sid/icd-10-cm', code: 'I10' }
  const named = (...ids: string[]) =>
    ids.map((id, at) => ({ sequence: at + 1, diagnosisReference: { reference: `Condition/${id}` } }))
  const of = (...resources: object[]) => plan(...resources).charges.map(({ diagnoses }) => diagnoses)

  test('are the codes of the conditions that the bill names, of ICD-10 if there is one', () => {
    const conditions = [condition('one', snomed('38341003')), condition('two', snomed('1201005'), icd)]
    const bill = { ...explanation, diagnosis: named('one', 'two') }
    expect(of(...conditions, claim, bill)).toEqual(['38341003, I10', '38341003, I10'])
    const [visit, ...rest] = explanation.item
    const own = { ...bill, item: [{ ...visit, diagnosisSequence: [2] }, ...rest] }
    expect(of(...conditions, claim, own)).toEqual(['I10', '38341003, I10'])
  })

  test('come from the claim if the explanation has none, and stay empty where the file says nothing', () => {
    const billed = { ...claim, diagnosis: named('one') }
    expect(of(condition('one', snomed('38341003')), billed, explanation)).toEqual(['38341003', '38341003'])
    expect(of(condition('one'), billed, explanation)).toEqual(['', ''])
    expect(of(billed, explanation)).toEqual(['', ''])
  })
})

describe('left out with a reason', () => {
  const reasons = (...resources: object[]) => {
    const { charges, skipped } = plan(...resources)
    expect(charges).toEqual([])
    return Object.keys(skipped)
  }

  test.each([
    [{ status: 'cancelled' }, 'ExplanationOfBenefit that is cancelled'],
    [{ status: 'draft' }, 'ExplanationOfBenefit that is draft'],
    [{ use: 'preauthorization' }, 'ExplanationOfBenefit that is a preauthorization'],
    [{ outcome: 'queued' }, 'ExplanationOfBenefit with the outcome queued'],
    [{ outcome: 'partial' }, 'ExplanationOfBenefit with the outcome partial'],
    [{ type: { coding: [{ code: 'pharmacy' }] } }, 'ExplanationOfBenefit of a pharmacy'],
    [{ billablePeriod: undefined, claim: undefined }, 'ExplanationOfBenefit without a full date'],
    [{ patient: undefined }, 'ExplanationOfBenefit without a patient that was loaded'],
    [{ item: [] }, 'ExplanationOfBenefit without an amount'],
  ])('an explanation with %j', (parts, reason) => {
    expect(reasons(claim, { ...explanation, ...parts })).toContain(reason)
  })

  test('an explanation whose claim is not in the file', () => {
    expect(reasons(explanation)).toEqual(['ExplanationOfBenefit of a claim that is not in the file'])
  })

  test('claims that nobody explains, those of pharmacies by name', () => {
    const pharmacy = { ...claim, id: 'pharmacy', type: { coding: [{ code: 'pharmacy' }] } }
    expect(reasons(claim, pharmacy)).toEqual(['Claim without an ExplanationOfBenefit', 'Claim of a pharmacy'])
  })
})

test('a partly processed explanation that is paid is a bill', () => {
  const paid = { ...explanation, outcome: 'partial', payment: { type: { coding: [{ code: 'paid' }] } } }
  expect(amounts(claim, paid)).toHaveLength(2)
})

test.each([
  ['total', { value: '12' }, '/total/value is no number'],
  ['total', { value: 5, currency: 'EUR' }, '/total/currency is not USD'],
  ['total', { value: 1e9 }, '/total/value is more than 5000000'],
  ['billablePeriod', { start: 'today' }, '/billablePeriod/start is no date or time'],
  ['item', [{ sequence: 0 }], '/item/0/sequence is less than 1'],
])('a wrong %s is named by its pointer: %j', (part, value, sentence) => {
  expect(() => plan({ ...claim, [part]: value })).toThrow(`x.json: /entry/3/resource${sentence}`)
})

test('a bill whose claim is another resource is refused', () => {
  expect(() => plan({ ...explanation, claim: { reference: 'Organization/clinic' } })).toThrow(
    'x.json: /entry/3/resource/claim/reference refers to a resource of type Organization where Claim belongs',
  )
})

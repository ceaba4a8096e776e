import { describe, expect, test } from 'vitest'
import { bundleOf, person } from '../../tests/support/practice-to-load.ts'
import { dosageText, medicationOf, nameAndStrength } from './medication-words.ts'
import { planBundle } from './plan-bundle.ts'
import { readBundle } from './read-bundle.ts'

const request = {
  resourceType: 'MedicationRequest',
  id: 'request',
  status: 'active',
  intent: 'order',
  subject: { reference: 'Patient/person' },
  authoredOn: '2020-01-15T09:05:00-05:00',
  medicationCodeableConcept: { text: 'Digoxin 0.125 MG Oral Tablet' },
}
const plan = (...resources: object[]) => planBundle('x.json', readBundle('x.json', bundleOf([person, ...resources])))

test('an active request becomes a medication', () => {
  const { medications, skipped } = plan({ ...request, dosageInstruction: [{ text: 'Once a day' }] })
  expect(medications).toEqual([
    {
      sourceId: 'MedicationRequest/request',
      patient: 'Patient/person',
      name: 'Digoxin Oral Tablet',
      strength: '0.125 MG',
      dosage: 'Once a day',
      authoredOn: '2020-01-15T09:05:00-05:00',
      isStated: false,
    },
  ])
  expect(skipped).toEqual({})
})

test.each([
  ['in the file', { medicationReference: { reference: 'Medication/m' } }],
  ['within the request', { medicationReference: { reference: '#in' }, contained: [contained()] }],
])('the medication may be a resource of its own %s', (_where, part) => {
  const medication = { resourceType: 'Medication', id: 'm', code: { text: 'Warfarin Sodium 5 MG Oral Tablet' } }
  const { medications } = plan(medication, { ...request, medicationCodeableConcept: undefined, ...part })
  expect(medications).toMatchObject([{ name: 'Warfarin Sodium Oral Tablet', strength: '5 MG' }])
})

function contained() {
  return { resourceType: 'Medication', id: 'in', code: { coding: [{ display: 'Warfarin Sodium 5 MG Oral Tablet' }] } }
}

test.each([
  [{ status: 'stopped' }, 'that is stopped'],
  [{ status: 'on-hold' }, 'that is on-hold'],
  [{ status: 'completed' }, 'that is completed'],
  [{ doNotPerform: true }, 'not to take it'],
  [{ intent: 'proposal' }, 'that is a proposal'],
  [{ subject: undefined }, 'without a patient that was loaded'],
  [{ medicationCodeableConcept: {} }, 'without a name'],
  [{ medicationCodeableConcept: undefined, medicationReference: { reference: '#none' } }, 'without a name'],
  [{ authoredOn: '2020' }, 'without a full date'],
])('a request with %j is left out', (part, reason) => {
  const { medications, skipped } = plan({ ...request, ...part })
  expect([medications, skipped]).toEqual([[], { [`MedicationRequest ${reason}`]: 1 }])
})

describe('a statement', () => {
  const statement = {
    resourceType: 'MedicationStatement',
    id: 'statement',
    status: 'active',
    subject: { reference: 'Patient/person' },
    effectivePeriod: { start: '2019-05-01' },
    medicationCodeableConcept: { text: 'Aspirin 81 MG' },
    dosage: [{ text: 'one a day' }],
  }

  test('becomes a medication, beside the requests', () => {
    const { medications, skipped } = plan(statement, request)
    expect(medications.map(({ name }) => name)).toEqual(['Digoxin Oral Tablet', 'Aspirin'])
    expect(medications[1]).toEqual({
      sourceId: 'MedicationStatement/statement',
      patient: 'Patient/person',
      name: 'Aspirin',
      strength: '81 MG',
      dosage: 'one a day',
      authoredOn: '2019-05-01',
      isStated: true,
    })
    expect(skipped).toEqual({})
  })

  test.each([
    [{ effectivePeriod: { start: '2019' }, dateAsserted: '2020-02-03' }, '2020-02-03'],
    [{ effectiveDateTime: '2018-01-02T10:00:00Z', dateAsserted: '2020-02-03' }, '2018-01-02T10:00:00Z'],
  ])('with %j is of %s', (part, authoredOn) => {
    expect(plan({ ...statement, ...part }).medications).toMatchObject([{ authoredOn }])
  })

  test('may refer to its medication', () => {
    const medication = { resourceType: 'Medication', id: 'm', code: { text: 'Zinc 5 MG' } }
    const part = { medicationCodeableConcept: undefined, medicationReference: { reference: 'Medication/m' } }
    expect(plan(medication, { ...statement, ...part }).medications).toMatchObject([{ name: 'Zinc', strength: '5 MG' }])
  })

  test.each([
    [{ status: 'not-taken' }, 'that is not-taken'],
    [{ status: 'completed' }, 'that is completed'],
    [{ status: 'on-hold' }, 'that is on-hold'],
    [{ status: 'entered-in-error' }, 'that is entered-in-error'],
    [{ subject: undefined }, 'without a patient that was loaded'],
    [{ medicationCodeableConcept: undefined }, 'without a name'],
    [{ effectivePeriod: undefined }, 'without a full date'],
  ])('with %j is left out', (part, reason) => {
    const { medications, skipped } = plan({ ...statement, ...part })
    expect([medications, skipped]).toEqual([[], { [`MedicationStatement ${reason}`]: 1 }])
  })

  const other = { ...person, id: 'other' }
  const known = { ...request, medicationCodeableConcept: { text: 'Aspirin 81 MG' } }
  test.each([
    ['the same medication', {}, 1],
    ['the same without its strength', { medicationCodeableConcept: { text: 'ASPIRIN' } }, 1],
    ['another strength', { medicationCodeableConcept: { text: 'Aspirin 325 MG' } }, 2],
    ['another patient', { subject: { reference: 'Patient/other' } }, 2],
  ])('beside a request, of %s: with %j there are %d', (_what, part, count) => {
    const { medications, skipped } = plan(other, known, { ...statement, ...part })
    expect(medications).toHaveLength(count)
    expect(skipped).toEqual(count === 1 ? { 'MedicationStatement of a medication that is there already': 1 } : {})
  })

  test('counts beside a request that was stopped', () => {
    expect(plan({ ...known, status: 'stopped' }, statement).medications).toMatchObject([{ isStated: true }])
  })

  test('that repeats another one is left out', () => {
    const { medications, skipped } = plan(statement, { ...statement, id: 'again' })
    expect(medications).toHaveLength(1)
    expect(skipped).toEqual({ 'MedicationStatement of a medication that is there already': 1 })
  })
})

test.each([
  ['Verapamil Hydrochloride 40 MG', 'Verapamil Hydrochloride', '40 MG'],
  ['Vitamin B 12 5 MG/ML Injectable Solution', 'Vitamin B 12 Injectable Solution', '5 MG/ML'],
  [
    '120 ACTUAT Fluticasone propionate 0.044 MG/ACTUAT Inhaler',
    '120 ACTUAT Fluticasone propionate Inhaler',
    '0.044 MG/ACTUAT',
  ],
  ['NDA020800 0.3 ML Epinephrine 1 MG/ML Auto-Injector', '0.3 ML Epinephrine Auto-Injector', '1 MG/ML'],
  ['Acetaminophen 325 MG / Oxycodone 5 MG Oral Tablet', 'Acetaminophen / Oxycodone Oral Tablet', '325 MG / 5 MG'],
  ['Insulin 100 UNT/ML', 'Insulin', '100 UNT/ML'],
  ['Hydrocortisone 10 MG/5 ML Suspension', 'Hydrocortisone Suspension', '10 MG/5 ML'],
  ['Aspirin', 'Aspirin', ''],
  ['5 MG', '5 MG', ''],
])('%s is split', (written, name, strength) => {
  expect(nameAndStrength(written)).toEqual({ name, strength })
})

test.each([
  [{ coding: [{ display: 'Vitamin B 12' }], text: 'Vitamin B 12 5 MG per\nmL' }, 'Vitamin B 12', '5 MG per\nmL'],
  [{ coding: [{ display: 'Digoxin 0.125 MG' }], text: 'Digoxin 0.125 MG' }, 'Digoxin 0.125 MG', ''],
  [{ coding: [{ display: 'Digoxin' }], text: 'Digoxinum 1 MG' }, 'Digoxinum', '1 MG'],
  [{ coding: [{ code: '197604', display: 'Digoxin 1 MG' }], text: 'Digoxin 1 MG' }, 'Digoxin', '1 MG'],
  [{ coding: [{ code: '3407', display: 'Digoxin' }], text: 'Digoxin 1 MG Tablet' }, 'Digoxin Tablet', '1 MG'],
  [undefined, '', ''],
])('%j has the name %j and the strength %j, as they were exported where that shows', (code, name, strength) => {
  expect(medicationOf(code)).toEqual({ name, strength })
})

describe('the dosage', () => {
  const daily = { repeat: { frequency: 1, period: 1, periodUnit: 'd' } }
  const dose = (value: number, unit?: string) => [{ doseQuantity: { value, unit } }]
  test.each([
    ['is what the file says', [{ text: ' take one ', timing: daily }], 'take one'],
    ['is otherwise what is said to the patient', [{ patientInstruction: 'with food' }], 'with food'],
    ['is otherwise made of numbers', [{ timing: daily, doseAndRate: dose(2, 'tablets') }], '2 tablets, once every day'],
    [
      'names more than one period',
      [{ timing: { repeat: { frequency: 3, period: 2, periodUnit: 'wk' } }, doseAndRate: dose(1) }],
      'Dose 1, 3 times every 2 weeks',
    ],
    ['may be as needed', [{ asNeededBoolean: true }], 'As needed'],
    ['has all instructions, one to a line', [{ text: 'One' }, {}, { text: 'Two' }], 'One\nTwo'],
    ['keeps its lines', [{ text: 'one\r\n  two\rthree\n\nfour' }], 'one\n  two\nthree\n\nfour'],
    ['keeps markup and other scripts', [{ text: '<b>1 & 2</b> قرص واحد' }], '<b>1 & 2</b> قرص واحد'],
    ['loses control characters', [{ text: 'one\0\u0007\u009b\ttwo\ud800' }], 'one two\ufffd'],
    ['is cut where it is endless', [{ text: 'x'.repeat(20_000) }], 'x'.repeat(10_000)],
    [
      'leaves out a period of an unknown unit',
      [{ timing: { repeat: { frequency: 1, period: 1, periodUnit: 'a' } } }],
      '',
    ],
    ['is empty without any', [], ''],
  ])('%s', (_what, instructions, text) => {
    expect(dosageText(instructions)).toBe(text)
  })
})

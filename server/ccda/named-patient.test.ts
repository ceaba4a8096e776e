import { expect, test } from 'vitest'
import { otherPatientWords } from './named-patient.ts'

const known = { firstName: 'Zoë', lastName: 'Bell', dob: '1990-02-14' }
const wordsFor = (name: string, birthDay?: string, own: Partial<typeof known> = {}) =>
  otherPatientWords({ name, birthDay, ids: [], given: [], family: '', phones: [], guardians: [] }, { ...known, ...own })

test.each([
  ['Zoe BELL', '1990-02-14', known],
  ['Bell, Zoe Q.', undefined, known],
  ['Zoë Moss', '1990-02-14', known], // a new family name
  ['Masked', undefined, { firstName: '', lastName: '' }],
  ['', '1990-02-14', known],
])('a document of %s, born %s, is the patient’s', (name, birthDay, own) => {
  expect(wordsFor(name, birthDay, own)).toBeUndefined()
})

test.each([
  [
    'Al Newman',
    '1970-05-01',
    'This record names another patient (Al Newman, born 05/01/1970). Please tell the office.',
  ],
  ['Al Newman', undefined, 'This record names another patient (Al Newman). Please tell the office.'],
  ['Z. B.', '1990-02-14', undefined],
  [
    'Zoe Bell',
    '1990-02-15',
    'This record has another date of birth (02/15/1990) than your chart. Please tell the office.',
  ],
])('a document of %s, born %s, says so: %s', (name, birthDay, words) => {
  expect(wordsFor(name, birthDay)).toBe(words)
})

import { describe, expect, test } from 'vitest'
import { maySee, mayPayWith } from './payer-rights.rules.ts'
import { paths } from '../paths.ts'
import type { PayingPerson } from './paying-person.ts'

const maria: PayingPerson = {
  kind: 'patient',
  licenseeId: 'lakeside',
  patientId: '1001',
  patient: { id: '1001', emrId: 'e', firstName: 'Maria', lastName: 'Alvarez' },
  payer: 'person:1',
  accountId: 1,
  seesCare: true,
  paths,
}
const guest: PayingPerson = { ...maria, kind: 'guest', payer: 'guest:a', accountId: null }
const made = { licenseeId: 'lakeside', patientId: '1001', payer: 'guest:a' }

describe('a payment or an invoice', () => {
  test('is seen by all who act for the patient, and by the guest who made it', () => {
    const others = [maria, guest, { ...guest, payer: 'guest:b' }, { ...maria, kind: 'guardian' as const }]
    expect(others.map((person) => maySee(person, made))).toEqual([true, true, false, true])
  })
  test.each([{ licenseeId: 'ridgeline' }, { patientId: '1002' }])('is not seen elsewhere: %o', (change) => {
    for (const person of [maria, guest]) expect(maySee(person, { ...made, ...change })).toBe(false)
  })
})

test('a card on file is for who saved it; that of the office for the patient', () => {
  const may = (kind: PayingPerson['kind'], owner: string) => mayPayWith({ owner }, { kind, owner: 'me' })
  expect(
    (['patient', 'guardian', 'guest'] as const).map((kind) => [may(kind, 'me'), may(kind, ''), may(kind, 'her')]),
  ).toEqual([
    [true, true, false],
    [true, false, false],
    [false, false, false],
  ])
})

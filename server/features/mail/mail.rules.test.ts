import { expect, test } from 'vitest'
import { domainsIn, isAllowed, isDirectAddress, speaksFor } from './mail.rules.ts'

test.each([
  ['a@clinic.example', true],
  ['a@ward.Clinic.Example.', true],
  ['a@notclinic.example', false],
  ['a@xn--mnchen-3ya.example', true],
  ['a@MÜNCHEN.example', true],
  ['a@munchen.example', false],
])('a practice allows domains with their subdomains, in either form of an internationalized name: %s', (to, isOne) => {
  expect(isAllowed(to, domainsIn('@Clinic.example, münchen.example.'))).toBe(isOne)
})

test('every domain is allowed where none is named', () => {
  expect(isAllowed('a@clinic.example', domainsIn(' \n'))).toBe(true)
})

test('only the domain part makes a Direct address', () => {
  expect(
    ['a@direct.clinic.example', 'a@mail.DIRECT-clinic.example', 'direct@clinic.example'].map(isDirectAddress),
  ).toEqual([true, true, false])
})

test('a report speaks for its own domain, in either form of its name', () => {
  expect(speaksFor('postmaster@direct.xn--mnchen-3ya.example', 'a@direct.MÜNCHEN.example')).toBe(true)
  expect(speaksFor('postmaster@direct.munchen.example', 'a@direct.münchen.example')).toBe(false)
})

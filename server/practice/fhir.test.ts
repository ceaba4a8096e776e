import { expect, test } from 'vitest'
import { concept, decimal, fhirId, fhirJson } from './fhir.ts'

test('a number keeps the digits of the laboratory, and a text that looks like one stays a text', () => {
  const value = {
    a: decimal('5.10'),
    b: decimal('-0.0'),
    c: decimal('7'),
    d: '5.10',
    e: decimal('05'),
    f: decimal('1e3'),
  }
  expect(fhirJson(value)).toBe('{"a":5.10,"b":-0.0,"c":7,"d":"5.10"}')
})

test('an id is that of the same thing at the same practice', () => {
  expect(fhirId('lakeside', 'Patient', '1')).toBe(fhirId('lakeside', 'Patient', '1'))
  const others = [
    fhirId('lakeside', 'Patient', '1'),
    fhirId('northgate', 'Patient', '1'),
    fhirId('lakeside', 'Condition', '1'),
    fhirId('lakeside', 'Patient', '11'),
  ]
  expect(new Set(others).size).toBe(4)
})

test('a code without its system is none', () => {
  expect(concept('Acne', { code: 'L70', codeSystem: '' })).toEqual({ text: 'Acne' })
  expect(concept('Acne', { code: 'L70', codeSystem: 'urn:x' })).toEqual({
    text: 'Acne',
    coding: [{ system: 'urn:x', code: 'L70' }],
  })
})

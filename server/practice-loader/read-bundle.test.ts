import { describe, expect, test } from 'vitest'
import { FileRefused } from './file-refused.ts'
import { readBundle } from './read-bundle.ts'
import { bundleOf, fhirBytes, hasSharedFiles, person, visit } from '../../tests/support/practice-to-load.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

function sentences(name: string, content: Uint8Array): string[] {
  try {
    readBundle(name, content)
  } catch (error) {
    if (error instanceof FileRefused) return error.sentences
    throw error
  }
  return []
}

test.each([
  [
    'a truncated file',
    bytes('{"resourceType": "Bundle",\n "entry": ['),
    'x.json: is no JSON: it stops making sense at line 2, column 12',
  ],
  ['an empty file', bytes(''), 'x.json: is no JSON: it stops making sense at line 1, column 1'],
  ['XML', bytes('<ClinicalDocument/>'), 'x.json: is no JSON: it stops making sense at line 1, column 1'],
  ['bytes that are no text', new Uint8Array([0x7b, 0xff, 0xfe]), 'x.json: is no UTF-8 text'],
  ['other JSON', bytes('{"name": "package"}'), 'x.json: is JSON, but no FHIR resource: /resourceType is missing'],
  ['a single resource', bytes('{"resourceType": "Patient"}'), 'x.json: is a FHIR Patient, not a Bundle'],
  ['a list', bytes('[]'), 'x.json: is JSON, but no FHIR resource: /resourceType is missing'],
  ['a bundle without a type', bytes('{"resourceType": "Bundle"}'), 'x.json: /type is missing'],
  [
    'entries that are no list',
    bytes('{"resourceType": "Bundle", "type": "batch", "entry": {}}'),
    'x.json: /entry is no list',
  ],
  [
    'an entry without a resource',
    bytes('{"resourceType":"Bundle","type":"batch","entry":[{}]}'),
    'x.json: /entry/0/resource is missing',
  ],
])('%s is named with its place', (_what, content, sentence) => {
  expect(sentences('x.json', content)).toEqual([sentence])
})

test.each([
  [{ ...person, birthDate: '1990-02-31' }, '/entry/0/resource/birthDate is no date'],
  [{ ...person, birthDate: 19900401 }, '/entry/0/resource/birthDate is no text'],
  [{ ...person, name: 'Ana Reyes' }, '/entry/0/resource/name is no list'],
  [{ ...person, name: [{ given: 'Ana' }] }, '/entry/0/resource/name/0/given is no list'],
  [
    { ...person, address: [{ city: 'x'.repeat(1001) }] },
    '/entry/0/resource/address/0/city is longer than 1000 characters',
  ],
  [{ ...visit, period: undefined }, '/entry/0/resource/period is missing'],
  [{ ...visit, period: { start: 'yesterday' } }, '/entry/0/resource/period/start is no date or time'],
  [{ ...visit, class: 'AMB' }, '/entry/0/resource/class is no object'],
  [{ resourceType: 'no type' }, '/entry/0/resource/resourceType is no name of a FHIR resource type'],
])('a wrong part is named by its pointer: %#', (resource, sentence) => {
  expect(sentences('x.json', bundleOf([resource]))).toEqual([`x.json: ${sentence}`])
})

test('of many faults the first five are named and the rest counted', () => {
  const broken = Array.from({ length: 8 }, () => ({ ...person, birthDate: 'x' }))
  expect(sentences('x.json', bundleOf(broken)).at(-1)).toBe('x.json: and 3 more of such faults')
})

test('an answer to a search is somebody else’s file', () => {
  expect(() => readBundle('x.json', bundleOf([], 'searchset'))).toThrow(expect.objectContaining({ foreign: true }))
})

test('a byte-order mark and an unknown element do no harm', () => {
  const text = new TextDecoder().decode(bundleOf([{ ...person, __proto__: null, photo: [{ data: 'x' }] }]))
  expect(readBundle('x.json', bytes(`\ufeff${text}`))).toHaveLength(1)
})

describe.runIf(hasSharedFiles)('with ../shared/data (skipped where it is missing)', () => {
  test('a real file with one broken date is refused by name and place', () => {
    const text = fhirBytes('smart2019_Brent_Beer.json').toString().replace('"1977-07-05"', '"5 July"')
    expect(sentences('smart2019_Brent_Beer.json', bytes(text))).toEqual([
      'smart2019_Brent_Beer.json: /entry/0/resource/birthDate is no date',
    ])
  })

  test('a real file that was cut off is refused with line and column', () => {
    const half = fhirBytes('smart2019_Brent_Beer.json').subarray(0, 300_000)
    expect(sentences('half.json', half)[0]).toMatch(
      /^half\.json: is no JSON: it stops making sense at line \d+, column \d+$/,
    )
  })
})

import { expect, test } from 'vitest'
import { planBundle } from './plan-bundle.ts'
import { readBundle } from './read-bundle.ts'
import { bundleOf, clinic, doctor, person, visit } from '../../tests/support/practice-to-load.ts'

const plan = (resources: object[], options = {}) =>
  planBundle('x.json', readBundle('x.json', bundleOf(resources)), options)
const patient = (parts: object, options = {}) => plan([{ ...person, ...parts }], options).patients[0]

test('a patient comes with the official name, our codes and an address that nobody receives', () => {
  const names = [{ use: 'maiden', family: 'Sol', given: ['Ana'] }, ...person.name]
  expect(patient({ name: names })).toMatchObject({
    emrId: 'MR-1',
    source: 'urn:mr',
    firstName: 'Ana',
    lastName: 'Reyes',
    gender: 2,
    birthDate: '1990-04-01',
    zip: '02111',
    state: 'MA',
    city: 'Boston',
    email: 'ana.reyes.mr1@example.test',
  })
})

test.each([
  ['male', 1],
  ['female', 2],
  ['other', 3],
  [undefined, 3],
])('gender %s is %d', (gender, code) => {
  expect(patient({ gender })?.gender).toBe(code)
})

test('digits at the end of names stay, or go where the option says so', () => {
  const name = [{ family: 'Gómez206', given: ['José Eduardo181'] }]
  expect(patient({ name })).toMatchObject({ firstName: 'José Eduardo181', lastName: 'Gómez206' })
  expect(patient({ name }, { dropDigits: true })).toMatchObject({ firstName: 'José Eduardo', lastName: 'Gómez' })
})

test('hostile and unusual names stay text', () => {
  const name = [
    { family: "O'Hara\u0000 <script>alert(1)</script>", given: ["'; drop table patients; --", null, 'Zoë'] },
  ]
  expect(patient({ name })).toMatchObject({
    firstName: "'; drop table patients; -- Zoë",
    lastName: "O'Hara <script>alert(1)</script>",
    email: 'droptablepatientszoe.oharascriptalert1script.mr1@example.test',
  })
})

test('a patient without name, telecom or ZIP is planned with what there is', () => {
  expect(patient({ name: [{ _family: {} }], telecom: undefined, address: undefined })).toMatchObject({
    firstName: '',
    lastName: '',
    phone: '',
    zip: '',
    state: '',
    email: 'mr1@example.test',
  })
})

test('a patient without a full birth date is left out, and so are the visits', () => {
  const { patients, appointments, skipped } = plan([{ ...person, birthDate: '1990' }, clinic, doctor, visit])
  expect([patients, appointments]).toEqual([[], []])
  expect(skipped).toEqual({ 'Patient without a full birth date': 1, 'Encounter without a patient that was loaded': 1 })
})

test('a Location and its Organization are one facility with the zone of its state', () => {
  const site = {
    resourceType: 'Location',
    id: 'site',
    name: 'Harbor Clinic East',
    managingOrganization: { reference: 'Organization/clinic' },
    address: { line: ['9 Mole'], city: 'Denver', state: 'CO', postalCode: '80014' },
  }
  const { facilities } = plan([clinic, site])
  expect(facilities).toHaveLength(1)
  expect(facilities[0]).toMatchObject({
    name: 'Harbor Clinic East',
    state: 'CO',
    stateName: 'Colorado',
    timeZone: 'America/Denver',
  })
  expect(facilities[0]?.names).toEqual(expect.arrayContaining(['Location/site', 'Organization/clinic']))
})

test('an insurer is no facility', () => {
  const { facilities, skipped } = plan([{ ...clinic, type: [{ coding: [{ code: 'ins' }] }] }])
  expect(facilities).toEqual([])
  expect(skipped).toEqual({ 'Organization that gives no care': 1 })
})

test('providers and facilities have the NPI that the file states, a place also that of its organization', () => {
  const npi = (value: string) => [
    { system: 'urn:other', value: '77' },
    { system: 'http://hl7.org/fhir/sid/us-npi', value },
  ]
  const site = (parts: object) => ({
    resourceType: 'Location',
    id: 'site',
    managingOrganization: { reference: 'Organization/clinic' },
    ...parts,
  })
  const npisOf = (...resources: object[]) => {
    const { facilities, providers } = plan(resources)
    return [...facilities, ...providers].map((row) => row.npi)
  }
  const owner = { ...clinic, identifier: npi('1299001119') }
  expect(npisOf(owner, { ...doctor, identifier: npi('1299001010') })).toEqual(['1299001119', '1299001010'])
  expect(npisOf(clinic, { ...doctor, identifier: [{ system: 'urn:other', value: '77' }] })).toEqual(['', ''])
  expect(npisOf(owner, site({}))).toEqual(['1299001119'])
  expect(npisOf(owner, site({ identifier: npi('1299001127') }))).toEqual(['1299001127'])
})

test('a role gives its practitioner a title and a place', () => {
  const role = {
    resourceType: 'PractitionerRole',
    id: 'role',
    practitioner: { reference: 'Practitioner/doctor' },
    organization: { reference: 'Organization/clinic' },
    specialty: [{ coding: [{ display: 'Dermatology' }] }],
  }
  const { providers, roles } = plan([clinic, doctor, role])
  expect(providers[0]).toMatchObject({
    firstName: 'Ida',
    lastName: 'Marsh',
    jobTitle: 'Dermatology',
    otherwise: ['Organization/clinic'],
  })
  expect(roles).toEqual([])
})

test('without a role the place of most encounters is the place', () => {
  const other = { ...clinic, id: 'other', name: 'Other' }
  const at = (id: string, place: string) => ({ ...visit, id, serviceProvider: { reference: `Organization/${place}` } })
  const { providers } = plan([clinic, other, doctor, person, at('1', 'clinic'), at('2', 'other'), at('3', 'other')])
  expect(providers[0]?.otherwise[0]).toBe('Organization/other')
})

test('an encounter becomes a past appointment', () => {
  expect(plan([clinic, doctor, person, visit]).appointments).toEqual([
    {
      names: ['Encounter/visit'],
      otherNames: [],
      patient: 'Patient/person',
      provider: 'Practitioner/doctor',
      facility: 'Organization/clinic',
      startsAt: '2020-01-15T14:00:00.000Z',
      minutes: 20,
      typeName: 'Check up',
      mode: 'inoffice',
      cancelled: false,
    },
  ])
})

test('what is planned, entered in error or twice in the file is left out and counted', () => {
  const odd = ['planned', 'entered-in-error'].map((status, n) => ({ ...visit, id: `odd${n}`, status }))
  const { appointments, skipped } = plan([clinic, doctor, person, visit, visit, ...odd, { resourceType: 'Goal' }])
  expect(appointments).toHaveLength(1)
  expect(skipped).toEqual({
    'Encounter that is planned': 1,
    'Encounter that is entered-in-error': 1,
    'Encounter twice in the file': 1,
    'not loaded yet: Goal': 1,
  })
})

test('references are found by Type/id, full URL, version and identifier', () => {
  const entries = [
    { fullUrl: 'urn:uuid:00000000-0000-4000-8000-000000000001', resource: clinic },
    { fullUrl: 'https://ehr.test/fhir/Practitioner/doctor', resource: doctor },
    { resource: person },
    {
      resource: {
        ...visit,
        subject: { reference: 'Patient?identifier=urn:mr%7CMR-1' },
        participant: [{ individual: { reference: 'https://ehr.test/fhir/Practitioner/doctor/_history/3' } }],
        serviceProvider: { reference: 'urn:uuid:00000000-0000-4000-8000-000000000001' },
      },
    },
  ]
  const bytes = new TextEncoder().encode(JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry: entries }))
  const { needs, appointments } = planBundle('x.json', readBundle('x.json', bytes))
  expect(needs).toEqual([])
  expect(appointments[0]).toMatchObject({
    patient: 'Patient/person',
    provider: 'Practitioner/doctor',
    facility: 'Organization/clinic',
  })
})

test('a reference out of the file is a need with its place, one of a wrong type a fault', () => {
  expect(plan([visit]).needs.map(({ name, kind, pointer }) => [name, kind, pointer])).toContainEqual([
    'Patient/person',
    'patient',
    '/entry/0/resource/subject/reference',
  ])
  const wrong = { ...visit, subject: { reference: 'Organization/clinic' } }
  expect(() => plan([clinic, doctor, wrong])).toThrow(
    'x.json: /entry/2/resource/subject/reference refers to a resource of type Organization where Patient belongs',
  )
})

test('two births under one record number are a fault', () => {
  expect(() => plan([person, { ...person, id: 'twin', birthDate: '1991-01-01' }])).toThrow(
    'x.json: /entry/1/resource has the record number of the patient at /entry/0/resource',
  )
})

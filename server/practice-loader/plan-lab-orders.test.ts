import { describe, expect, test } from 'vitest'
import { bundleOf, clinic, doctor, glucose, labReport, person, visit } from '../../tests/support/practice-to-load.ts'
import { planBundle } from './plan-bundle.ts'
import { readBundle } from './read-bundle.ts'

const request = {
  resourceType: 'ServiceRequest',
  id: 'request',
  status: 'active',
  intent: 'order',
  category: [{ coding: [{ system: 'http://snomed.info/sct', code: '108252007' }] }],
  code: { text: 'Lipid Panel' },
  subject: { reference: 'Patient/person' },
  encounter: { reference: 'Encounter/visit' },
  authoredOn: '2020-01-15T09:10:00-05:00',
  requester: { reference: 'Practitioner/doctor' },
  performer: [{ display: 'Harbor Pathology' }],
}
const basedOn = [{ reference: 'ServiceRequest/request' }]

const planned = (...resources: object[]) => {
  const bundle = bundleOf([clinic, doctor, person, visit, glucose, ...resources])
  const { labOrders, skipped } = planBundle('x.json', readBundle('x.json', bundle))
  return { labOrders, skipped }
}

test('a request of tests is an order of its own', () => {
  const report = { ...labReport, encounter: undefined, basedOn }
  const order = {
    sourceId: 'ServiceRequest/request',
    patient: 'Patient/person',
    provider: 'Practitioner/doctor',
    facility: 'Organization/clinic',
    laboratory: 'Harbor Pathology',
    orderedAt: '2020-01-15T14:10:00.000Z',
    tests: ['Lipid Panel'],
  }
  expect(planned(report, request)).toEqual({ labOrders: [order], skipped: {} })
  expect(planned(labReport, request).labOrders).toEqual([
    expect.objectContaining({ sourceId: 'Encounter/visit', tests: ['Basic Metabolic Panel'], laboratory: '' }),
    order,
  ])
})

test('a request on which a report of an encounter is based belongs to the order of the encounter', () => {
  const { labOrders } = planned({ ...labReport, basedOn }, { ...request, category: undefined })
  expect(labOrders).toEqual([
    expect.objectContaining({
      sourceId: 'Encounter/visit',
      orderedAt: '2020-01-15T14:00:00.000Z',
      tests: ['Basic Metabolic Panel', 'Lipid Panel'],
      laboratory: 'Harbor Pathology',
    }),
  ])
})

test('a request may name nobody, no test and no hour', () => {
  const parts = { encounter: undefined, requester: { reference: 'Device/1' }, performer: undefined, code: undefined }
  expect(planned(labReport, { ...request, ...parts, authoredOn: '2020-01-16' }).labOrders.at(-1)).toMatchObject({
    provider: undefined,
    facility: undefined,
    laboratory: '',
    orderedAt: '2020-01-16T12:00:00.000Z',
    tests: ['Laboratory test'],
  })
})

test('a contained request is no order', () => {
  const contained = { ...labReport, basedOn: [{ reference: '#request' }], contained: [request] }
  expect(planned(contained).labOrders).toHaveLength(1)
})

describe('left out with a reason is a request', () => {
  test.each([
    [{ category: undefined }, 'that is no lab order'],
    [{ category: [{ text: 'Imaging' }] }, 'that is no lab order'],
    [{ status: 'draft' }, 'that is draft'],
    [{ status: 'revoked' }, 'that is revoked'],
    [{ status: 'entered-in-error' }, 'that is entered-in-error'],
    [{ intent: 'plan' }, 'that is a plan'],
    [{ subject: undefined }, 'without a patient that was loaded'],
    [{ authoredOn: '2020' }, 'without a full date'],
  ])('with %j', (parts, reason) => {
    const { labOrders, skipped } = planned(labReport, { ...request, ...parts })
    expect(labOrders.map(({ sourceId }) => sourceId)).toEqual(['Encounter/visit'])
    expect(skipped).toEqual({ [`ServiceRequest ${reason}`]: 1 })
  })
})

test.each(['Laboratory', 'LAB', 'Laboratory procedure'])('%s is a category of laboratories', (text) => {
  expect(planned({ ...request, category: [{ text }] }).labOrders).toHaveLength(1)
})

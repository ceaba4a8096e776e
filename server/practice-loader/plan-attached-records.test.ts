import { expect, test } from 'vitest'
import { ccdaXml } from '../../tests/support/ccda.ts'
import { bundleOf, person } from '../../tests/support/practice-to-load.ts'
import { planFile } from './plan-file.ts'

const reference = (data: string, more: object = {}) => ({
  resourceType: 'DocumentReference',
  id: 'record',
  status: 'current',
  type: { text: 'Visit record' },
  subject: { reference: 'Patient/person' },
  context: { period: { start: '2020-01-15' } },
  content: [{ attachment: { contentType: 'application/xml', data: Buffer.from(data).toString('base64') } }],
  ...more,
})
const plan = (...resources: object[]) => planFile({ name: 'x.json', bytes: bundleOf([person, ...resources]) })

test('a C-CDA document within a reference is a visit record, and no clinical document', async () => {
  const xml = ccdaXml()
  const { visitRecords, clinicalDocuments, skipped } = await plan(reference(xml))
  expect(visitRecords).toEqual([
    { patient: 'Patient/person', day: '2020-01-15', xml, digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ])
  expect([clinicalDocuments, skipped]).toEqual([[], {}])
})

test.each([
  [reference('<a/>'), 'attachment of XML that is no C-CDA document'],
  [reference('<!DOCTYPE a><ClinicalDocument/>'), 'attachment of XML that is no C-CDA document'],
  [reference('', { content: [{ attachment: { contentType: 'text/xml' } }] }), 'attachment without content'],
  [reference('<a/>', { context: undefined }), 'DocumentReference without a full date'],
  [reference('<a/>', { subject: undefined }), 'DocumentReference without a patient that was loaded'],
  [reference('<a/>', { docStatus: 'entered-in-error' }), 'DocumentReference that is entered-in-error'],
])('left out with a reason (%#)', async (one, reason) => {
  const { visitRecords, clinicalDocuments, skipped } = await plan(one)
  expect([visitRecords, clinicalDocuments, skipped]).toEqual([[], [], { [reason]: 1 }])
})

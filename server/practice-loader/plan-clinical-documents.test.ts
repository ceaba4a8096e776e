import { describe, expect, test } from 'vitest'
import { bundleOf, clinic, doctor, labReport, person, visit } from '../../tests/support/practice-to-load.ts'
import { planBundle } from './plan-bundle.ts'
import { readBundle } from './read-bundle.ts'

const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64')
const attachment = (text: string, contentType = 'text/plain') => ({ contentType, data: base64(text) })
const note = {
  resourceType: 'DocumentReference',
  id: 'note',
  status: 'current',
  type: { coding: [{ code: '34117-2', display: 'History and physical note' }] },
  subject: { reference: 'Patient/person' },
  date: '2020-01-15T09:20:00-05:00',
  content: [{ attachment: attachment('Fever\nRash') }],
  context: { encounter: [{ reference: 'Encounter/visit' }] },
}
const noteReport = {
  ...labReport,
  id: 'noteReport',
  category: [{ coding: [{ code: '34117-2' }] }],
  code: { text: 'Visit note' },
  result: undefined,
  presentedForm: [attachment('Fever\nRash')],
}

const planned = (...resources: object[]) => {
  const plan = planBundle('x.json', readBundle('x.json', bundleOf([clinic, doctor, person, visit, ...resources])))
  return { documents: plan.clinicalDocuments, results: plan.testResults, skipped: plan.skipped }
}
const withContent = (...attachments: object[]) => ({
  ...note,
  content: attachments.map((one) => ({ attachment: one })),
})

test('a reference to a document with its text becomes a document of the patient', () => {
  expect(planned(note)).toEqual({
    documents: [
      {
        patient: 'Patient/person',
        provider: 'Practitioner/doctor',
        facility: 'Organization/clinic',
        category: 'History and physical note',
        writtenOn: '2020-01-15T14:20:00.000Z',
        isComplete: true,
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
        lines: ['Fever', 'Rash'],
        pdf: null,
      },
    ],
    results: [],
    skipped: {},
  })
})

test.each([
  [{ status: 'superseded' }, true],
  [{ docStatus: 'final' }, true],
  [{ docStatus: 'amended' }, true],
  [{ docStatus: 'preliminary' }, false],
])('with %j it is complete: %s', (parts, isComplete) => {
  expect(planned({ ...note, ...parts }).documents.map((document) => document.isComplete)).toEqual([isComplete])
})

test('its day is its date, otherwise the first of its period; its category is its type', () => {
  const parts = { date: '2020-01', type: undefined, category: [{ text: 'Clinical note' }] }
  const document = { ...note, ...parts, context: { period: { start: '2020-01-14' } } }
  expect(planned(document).documents).toEqual([
    expect.objectContaining({ writtenOn: '2020-01-14', category: 'Clinical note', facility: undefined }),
  ])
})

describe('the attachments', () => {
  const pdf = attachment('%PDF-1.7 one', 'application/pdf')

  test('are each a document, each content once', () => {
    const { documents, skipped } = planned(withContent(pdf, attachment('One'), attachment('<p>Two', 'text/html'), pdf))
    expect(documents.map((document) => [document.pdf, document.lines])).toEqual([
      [pdf.data, null],
      [null, ['One']],
      [null, ['Two']],
    ])
    expect(skipped).toEqual({ 'document with the content of another one': 1 })
  })

  test('are one document if they are a PDF and its text', () => {
    const { documents } = planned(withContent(attachment('One'), pdf))
    expect(documents.map((document) => [document.pdf, document.lines])).toEqual([[pdf.data, ['One']]])
  })

  test('are read whatever their encoding', () => {
    expect(planned(withContent(attachment('Gr\xf6\xdfe'))).documents[0]?.lines).toEqual(['Größe'])
    expect(planned(withContent(attachment('Gr\xc3\xb6\xc3\x9fe'))).documents[0]?.lines).toEqual(['Größe'])
  })

  const link = { contentType: 'application/pdf', url: 'https://files.example/note.pdf' }
  test.each([
    [link, 'attachment that is only a link'],
    [{}, 'attachment without content'],
    [attachment(' \n'), 'attachment without content'],
    [{ ...pdf, data: '???' }, 'attachment that is no base64'],
    [attachment('<html>', 'application/pdf'), 'attachment that is no PDF'],
    [attachment('GIF89a', 'image/gif'), 'attachment that is neither a PDF nor text'],
    [attachment(`%PDF-${' '.repeat(10 * 1024 * 1024)}`, 'application/pdf'), 'attachment of more than 10 MB'],
    [attachment('<b>'.repeat(20_001), 'text/html'), 'attachment of HTML with more than 20,000 tags'],
    [attachment('x'.repeat(1024 * 1024 + 1)), 'attachment of more than 1 MB of text'],
  ])('are left out with a reason (%#)', (one, reason) => {
    const { documents, skipped } = planned(withContent(one))
    expect(documents).toEqual([])
    expect(skipped).toEqual({ [reason]: 1, 'DocumentReference without a document that can be shown': 1 })
  })
})

test.each([
  [{ status: 'entered-in-error' }, 'that is entered-in-error'],
  [{ docStatus: 'entered-in-error' }, 'that is entered-in-error'],
  [{ subject: undefined }, 'without a patient that was loaded'],
  [{ date: '2020-01' }, 'without a full date'],
])('a reference with %j is left out', (parts, reason) => {
  expect(planned({ ...note, ...parts })).toMatchObject({
    documents: [],
    skipped: { [`DocumentReference ${reason}`]: 1 },
  })
})

describe('a report that is no result of a laboratory', () => {
  test('is a document, and the same content of a reference is not repeated', () => {
    expect(planned(noteReport).documents).toEqual([
      expect.objectContaining({ category: 'Visit note', isComplete: true }),
    ])
    const both = planned(noteReport, note)
    expect(both.documents.map(({ category }) => category)).toEqual(['History and physical note'])
    expect([both.results, both.skipped]).toEqual([[], { 'document with the content of another one': 1 }])
  })

  test('is incomplete while it is preliminary', () => {
    expect(planned({ ...noteReport, status: 'partial' }).documents[0]?.isComplete).toBe(false)
  })

  test.each([
    [{ status: 'cancelled' }, 'that is cancelled'],
    [{ status: 'entered-in-error' }, 'that is entered-in-error'],
    [{ presentedForm: undefined }, 'that is no laboratory result'],
  ])('is left out with %j', (parts, reason) => {
    const expected = { documents: [], results: [], skipped: { [`DiagnosticReport ${reason}`]: 1 } }
    expect(planned({ ...noteReport, ...parts })).toMatchObject(expected)
  })
})

test('further forms of a report of a laboratory are documents, because a result has one', () => {
  const [one, two] = [1, 2].map((n) => attachment(`%PDF-1.7 page ${n}`, 'application/pdf'))
  const report = { ...labReport, result: undefined, presentedForm: [attachment('Benign.'), one, two] }
  const { documents, results } = planned(report)
  expect(results.map(({ pdf, conclusion }) => [pdf, conclusion])).toEqual([[one?.data, '']])
  expect(documents.map(({ category, pdf, lines }) => [category, pdf, lines])).toEqual([
    ['Basic Metabolic Panel', null, ['Benign.']],
    ['Basic Metabolic Panel', two?.data, null],
  ])
})

test('a report of a laboratory that is only a text is a result with that text, and a document', () => {
  const { documents, results } = planned({
    ...labReport,
    result: undefined,
    presentedForm: [attachment('Benign.\nDone.')],
  })
  expect(results.map(({ conclusion, pdf }) => [conclusion, pdf])).toEqual([['Benign. Done.', null]])
  expect(documents.map(({ lines }) => lines)).toEqual([['Benign.', 'Done.']])
})

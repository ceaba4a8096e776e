import { describe, expect } from 'vitest'
import { gatewayTest as test, visitOf } from '../../../../tests/support/gateway-test.ts'
import { people } from '../../../sandbox/seed/people.ts'

describe('the record server', () => {
  test('takes documents with a token of their own [1 §3.26 §7.36 §7.37 §7.38] [2 §3.31 §3.33 §7.47 §9.11]', async ({
    open,
    records,
  }) => {
    const emr = open()
    const appointmentId = await visitOf(emr, records, 'inoffice')
    expect(await emr.documentCategories()).toContain('Insurance card')
    const token = (await emr.documentToken(appointmentId)) ?? expect.fail('no token')
    const content = Buffer.alloc(1_572_864, 'x')
    const file = { category: 'other', other: 'Passport', fileName: 'a.pdf', type: 'application/pdf', content } as const
    expect(await emr.addDocument({ token, reference: 'file-1', appointmentId, ...file })).toBe('stored')
    expect(records.lines()).toEqual([
      'GET Provider/GetDocumentCategories',
      `GET GetAuthenticationToken/${appointmentId}`,
      'POST Convertbase64ToImage',
    ])
    expect(records.calls[2]).toMatchObject({
      token,
      body: {
        Appointment_N: Number(appointmentId),
        Files: [
          {
            DocumentType: 'other',
            OtherDocument: 'Passport',
            FileName: 'a.pdf',
            FileType: 'application/pdf',
            FileSize: 1.5,
            Base64EncodedFile: content.toString('base64'),
            Appointment_N: Number(appointmentId),
          },
        ],
      },
    })
  })

  test('takes documents of a patient without an appointment, once for their reference [2 §3.31 §3.32 §9.11]', async ({
    open,
    records,
  }) => {
    const emr = open()
    const { patientN, emrid } = people.mariaAlvarez
    const content = Buffer.alloc(1_572_864, 'x')
    const file = { category: 'other', other: 'Passport', fileName: 'a.pdf', type: 'application/pdf', content } as const
    const document = { patientId: String(patientN), reference: 'chart-file-1', ...file }
    expect(await emr.addChartDocument(document)).toBe('stored')
    expect(records.calls.at(-1)).toMatchObject({
      line: 'POST UploadDocuments',
      body: {
        EMRID: emrid,
        Files: [
          {
            DocumentType: 'other',
            OtherDocument: 'Passport',
            FileName: 'a.pdf',
            FileType: 'application/pdf',
            FileSize: 1.5,
            Base64EncodedFile: content.toString('base64'),
            Patient_N: patientN,
          },
        ],
      },
    })
    expect(await emr.addChartDocument(document)).toBe('stored')
    expect(await emr.addChartDocument({ ...document, patientId: '999999' })).toBe('unknown')
  })
})

describe('the list of a chart', () => {
  const row = {
    DOCUMENT_N: 7,
    DocumentType: 'Lab results',
    OtherDocument: '',
    FileName: 'Lab of May.pdf',
    FileType: 'application/pdf',
    FileSize: 1.5,
    ReceivedAt: '2026-05-01T09:00:00-04:00',
  }

  test('comes with the latest first, and names the file before it is read [2 §2.103]', async ({ open, records }) => {
    const emr = open()
    records.alter = () => JSON.stringify([row, { ...row, DOCUMENT_N: 8, ReceivedAt: '2026-05-01T13:00:01Z' }])
    const entry = {
      id: '7',
      category: 'Lab results',
      other: '',
      fileName: 'Lab of May.pdf',
      type: 'application/pdf',
      bytes: 1_572_864,
      addedAt: '2026-05-01T13:00:00.000Z',
    }
    expect(await emr.chartDocuments('1001')).toEqual([
      { ...entry, id: '8', addedAt: '2026-05-01T13:00:01.000Z' },
      entry,
    ])
    expect(await emr.chartDocuments('x')).toEqual([])
    expect(await emr.chartDocument({ patientId: '1001', documentId: '9' })).toBeUndefined()
    expect(records.lines()).toEqual(Array(2).fill('GET GetChartDocuments?patient_n=1001'))
  })
})

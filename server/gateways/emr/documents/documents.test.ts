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

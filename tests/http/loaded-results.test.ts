import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEmr } from '../../server/gateways/emr/create-emr.ts'
import { loadFile, prepareLoading } from '../../server/practice-loader/load-file.ts'
import {
  bundleOf,
  clinic,
  doctor,
  fhirBytes,
  glucose,
  hasSharedFiles,
  labReport,
  person,
  visit,
} from '../support/practice-to-load.ts'
import { testEngines } from '../support/databases.ts'
import { openTestSandbox, type TestSandbox } from '../support/test-sandbox.ts'

describe.each(testEngines)('on %s', (engine) => {
  let sandbox: TestSandbox
  let emr: ReturnType<typeof createEmr>
  beforeAll(async () => {
    sandbox = await openTestSandbox({ engine })
    await prepareLoading(sandbox.database)
    await sandbox.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = sandbox.app.server.address() as AddressInfo // the server listens on TCP
    emr = createEmr({ baseUrl: `http://127.0.0.1:${port}/lakeside/api/`, timeoutMs: 20_000 })
  })
  afterAll(async () => {
    await emr.close()
    await sandbox.close()
  })

  /** Loads a file of one patient; returns the patient's id. */
  async function load(bytes: Uint8Array): Promise<string> {
    const options = { practice: 'lakeside', dropDigits: false, shiftDays: 0 }
    const { people } = await loadFile(sandbox.database.db, { name: 'x.json', bytes }, options)
    return String(people[0]?.patientN)
  }

  test('a loaded result has the document of its file, or one that is drawn, and an order', async () => {
    const own = '%PDF-1.7 of the laboratory %%EOF'
    const data = Buffer.from(own).toString('base64')
    const presentedForm = [{ contentType: 'application/pdf', data }]
    const scanned = { ...labReport, id: 'scanned', code: { text: 'Biopsy' }, result: undefined, presentedForm }
    const patientId = await load(bundleOf([clinic, doctor, person, visit, glucose, labReport, scanned]))
    const { results } = await emr.testResults(patientId, { page: 1, size: 100 })
    const pdfs = await Promise.all(results.map(({ id }) => emr.testResultPdf({ patientId, resultId: id })))
    const contents = pdfs.map(
      async (file) => [file?.result.testType, file?.pdf && (await text(file.pdf.body))] as const,
    )
    const documents = new Map(await Promise.all(contents))
    expect(documents.get('Biopsy')).toBe(own)
    expect(documents.get('Basic Metabolic Panel')).toMatch(/^%PDF-1\.3\n/)
    const [order, ...others] = await emr.labOrders(patientId)
    expect([order?.laboratory, others]).toEqual(['Harbor Clinic', []])
    const ordered = await emr.labOrderPdf({ patientId, labOrderId: order?.id ?? '' })
    expect(await text(ordered!.pdf!.body)).toMatch(/^%PDF-/)
  })

  describe.runIf(hasSharedFiles)('of ../shared/data (skipped where it is missing)', () => {
    test('every result of a patient can be read, with its values, and compared over time', async () => {
      const patientId = await load(fhirBytes('smart2019_Maida_Gerhold.json'))
      const { results } = await emr.testResults(patientId, { page: 1, size: 100 })
      expect(results.map(({ day }) => day)).toEqual([
        ...Array<string>(3).fill('2019-09-27'),
        ...Array<string>(2).fill('2016-09-23'),
        ...Array<string>(2).fill('2013-09-20'),
        '2011-06-24',
      ])
      const contents = await Promise.all(results.map(({ id }) => emr.testResultValues({ patientId, resultId: id })))
      expect(contents.flatMap((content) => content?.values ?? [])).toHaveLength(62)
      const pdfs = await Promise.all(results.map(({ id }) => emr.testResultPdf({ patientId, resultId: id })))
      expect(pdfs.filter((file) => file?.pdf)).toHaveLength(8)
      const glucoseOverTime = await emr.testResultTrend({ patientId, code: '2339-0' })
      expect(glucoseOverTime.map(({ value, unit }) => [value, unit])[0]).toEqual([87.55, 'mg/dL'])
      expect(glucoseOverTime).toHaveLength(4)
    })
  })
})

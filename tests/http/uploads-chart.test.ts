import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import type { RegionContent, Screen } from '../../schemas/screen.ts'
import { patientTopic } from '../../server/protocol/principal.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { dayOf } from '../../server/protocol/time-words.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { fetched } from '../support/fetched.ts'
import { eicar, jpeg, pdf, pdfOf, png } from '../support/files.ts'
import { guardianOf } from '../support/guardians.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { openLivePage } from '../support/live-page.ts'
import { filePart, type Part } from '../support/multipart.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { withSetting } from '../support/switches.ts'
import { bothEngines } from '../support/databases.ts'

const most = 6 * 1_048_576
const address = '/ui/screens/user/home/Myrecord/upload'
const test = portalTest({
  maria: 'maria.alvarez',
  gabriel: 'g.alvarez@example.com',
})

interface Stored {
  patient_n: number
  document_type: string
  other_document: string
  file_name: string
  file_type: string
  content: string
}

function chartDocuments({ records }: RunningPortal): Promise<Stored[]> {
  return rowsOf(
    records.db,
    sql`select patient_n, document_type, other_document, file_name, file_type, encode(content, 'base64') as content
      from documents where appointment_n is null order by document_n`,
  )
}
const bytesOf = ({ content }: Stored) => Buffer.from(content, 'base64')
const kind = (category: string, other?: string): Part[] => [
  { name: 'category', content: category },
  ...(other === undefined ? [] : [{ name: 'other', content: other }]),
]

async function send(
  visitor: Visitor,
  file: Part,
  { before = kind('Lab results'), key }: { before?: Part[]; key?: string } = {},
) {
  const { status, body } = await visitor.upload('uploads.addToChart', [...before, file], { key })
  return { status, code: body.code, words: body.detail }
}

test.beforeEach(async ({ portal }) => {
  await portal.records.db.execute(sql`delete from documents where appointment_n is null`)
})

describe('the page to upload to the chart', () => {
  test('is reached from My Records and leads back there [2 §2.103 §2.111 §2.112 §4.36 §4.40 §8.43]', async ({
    maria,
  }) => {
    expect(wordsOf((await maria.get('/ui/screens/user/home/Myrecord')).body)).toContain('/user/home/Myrecord/upload')
    const { body } = await maria.get<Screen>(address)
    const [upload] = blocksOf(body.blocks, 'upload')
    const toRecords = { type: 'navigate', to: '/user/home/Myrecord' }
    expect(upload).toMatchObject({
      upload: 'uploads.addToChart',
      submit: 'Upload to my chart',
      sending: { text: 'Uploading...', cancel: 'Cancel' },
      done: { label: 'Done', message: 'File(s) uploaded successfully!', do: toRecords },
      cancel: { label: 'Cancel', do: toRecords },
      remove: { yes: 'Yes', no: 'No' },
      messages: {
        type: 'Invalid file type. Please select a valid file',
        size: 'Please select a file smaller than 6MB',
        duplicate: 'File already exists. Please select a different file',
      },
    })
    expect(upload?.category?.options.map(({ label }) => label)).toEqual([
      "Driver's license",
      'Insurance card',
      'Lab results',
      'Pathology report',
      'Referral letter',
      'Images',
      'Other',
    ])
  })

  test('says that categories could not be read [2 §8.28]', async ({ portal, maria }) => {
    await portal.fault({ kind: 'down', path: 'GetDocumentCategories' })
    const { status, body } = await maria.get<Screen>(address)
    expect([status, wordsOf(body)]).toEqual([200, expect.stringContaining('Error occured')])
    expect(await send(maria, filePart(pdf))).toMatchObject({ status: 502, words: 'Error occured' })
    await portal.heal()
    expect(await send(maria, filePart(pdf))).toMatchObject({ status: 200 })
  })

  test('is closed with My Records, and stays open where uploads for visits are off [2 §6.20]', async ({
    portal,
    maria,
  }) => {
    const parts = [1, 2, 3, 5, 6, 7]
    await withSetting(portal, { name: 'enable_portal_dashboard_options', value: parts }, async () => {
      expect((await maria.get(address)).status).toBe(403)
      expect(await send(maria, filePart(pdf))).toMatchObject({ status: 403, code: 'route.off' })
    })
    expect(await chartDocuments(portal)).toEqual([])
    await withSetting(portal, { name: 'Enable_PatientIntake_And_FileUpload_on_PE', value: false }, async () => {
      expect((await maria.get(address)).status).toBe(200)
    })
  })

  test('is closed to guardians who were not given it, and to everybody else [2 §4.53]', async ({ portal, maria }) => {
    const guardian = await guardianOf(portal, maria, [1, 2])
    for (const [visitor, status] of [
      [guardian, 403],
      [portal.visitor(), 401],
    ] as const) {
      expect((await visitor.get(address)).status).toBe(status)
      expect(await send(visitor, filePart(pdf))).toMatchObject({ status })
    }
    expect(await chartDocuments(portal)).toEqual([])
  })
})

describe('a file for the chart', () => {
  test('is kept with its category for the patient, also by a guardian [1 §3.27] [2 §1.12 §3.32]', async ({
    portal,
    maria,
    gabriel,
  }) => {
    expect(await send(maria, filePart(pdf, 'Lab of May.pdf'))).toMatchObject({ status: 200 })
    expect(await send(gabriel, filePart(pdf, 'Lab of May.pdf'))).toMatchObject({ status: 200 })
    const kept = await chartDocuments(portal)
    expect(kept.map(({ patient_n: patientN }) => patientN)).toEqual([
      people.mariaAlvarez.patientN,
      people.lucasAlvarez.patientN,
    ])
    expect(kept[0]).toMatchObject({
      document_type: 'Lab results',
      other_document: '',
      file_name: 'Lab of May.pdf',
      file_type: 'application/pdf',
    })
    expect(bytesOf(kept[0]!).equals(pdf)).toBe(true)
    const day = dayOf(portal.portal.now(), 'America/New_York')
    const log = await maria.get<Screen>(`/ui/screens/user/home/ActivityLog?from=${day}&to=${day}&size=50`)
    expect(wordsOf(log.body)).toContain('Uploaded a document to the chart')
  })

  test('of another kind needs words for it, and keeps them [2 §5.30]', async ({ portal, maria }) => {
    for (const before of [kind('other'), kind('other', '  ')])
      expect(await send(maria, filePart(pdf), { before })).toMatchObject({ words: 'Please specify the other document' })
    expect(await send(maria, filePart(pdf), { before: kind('other', ' Passport ') })).toMatchObject({ status: 200 })
    expect(await chartDocuments(portal)).toMatchObject([{ document_type: 'other', other_document: 'Passport' }])
  })

  test.for(['', 'Nonsense', '<script>'])('of the category "%s" is refused', async (category, { portal, maria }) => {
    const { status, words } = await send(maria, filePart(pdf), { before: kind(category) })
    expect([status, words?.length]).toEqual([422, expect.any(Number)])
    expect(await chartDocuments(portal)).toEqual([])
  })

  test('of no bytes is refused, of exactly 6 MB kept, and of one byte more refused [2 §5.32 §9.10]', async ({
    portal,
    maria,
  }) => {
    expect(await send(maria, filePart(''))).toMatchObject({ status: 422, code: 'uploads.empty' })
    expect(await send(maria, filePart(pdfOf(most + 1)))).toMatchObject({
      status: 413,
      words: 'Please select a file smaller than 6MB',
    })
    expect(await chartDocuments(portal)).toEqual([])
    expect(await send(maria, filePart(pdfOf(most), 'large.pdf'))).toMatchObject({ status: 200 })
    expect((await chartDocuments(portal)).map((each) => bytesOf(each).length)).toEqual([most])
  })

  test('is what its bytes say, whatever it is called [2 §5.31 §5.33]', async ({ portal, maria }) => {
    for (const content of ['just words', '<html><script>alert(1)</script>', 'MZ\u0090\u0000', 'GIF89a\u0001'])
      expect(await send(maria, filePart(Buffer.from(content), 'scan.pdf'))).toMatchObject({
        status: 422,
        words: 'Invalid file type. Please select a valid file',
      })
    expect(await send(maria, filePart(await png(), 'tool.exe', 'application/x-msdownload'))).toMatchObject({
      status: 200,
    })
    expect((await chartDocuments(portal)).map(({ file_name, file_type }) => [file_name, file_type])).toEqual([
      ['tool.exe.png', 'image/png'],
    ])
  })

  test('that is a picture is drawn anew; with a virus nothing is kept', async ({ portal, maria }) => {
    expect(await send(maria, filePart(eicar, 'letter.pdf'))).toMatchObject({
      status: 400,
      words: 'Virus detected - file cannot be uploaded.',
    })
    expect(await send(maria, filePart(await jpeg(), 'photo.jpg', 'image/jpeg'))).toMatchObject({ status: 200 })
    const kept = await chartDocuments(portal)
    const { exif, width, height } = await sharp(bytesOf(kept[0]!)).metadata()
    expect([kept.length, exif, width, height]).toEqual([1, undefined, 30, 40])
  })

  test('of the same name with other content is another, and with the same content the same', async ({
    portal,
    maria,
    gabriel,
  }) => {
    for (const content of [pdf, pdfOf(500), pdf]) await send(maria, filePart(content, 'a.pdf'))
    await send(gabriel, filePart(pdf, 'a.pdf'))
    expect((await chartDocuments(portal)).map((each) => bytesOf(each).length)).toEqual([pdf.length, 500, pdf.length])
  })

  test('cannot name a patient', async ({ portal, maria }) => {
    const before = [...kind('Lab results'), { name: 'patient', content: String(people.lucasAlvarez.patientN) }]
    expect(await send(maria, filePart(pdf), { before })).toMatchObject({ status: 422 })
    expect(await chartDocuments(portal)).toEqual([])
  })
})

describe('the record server', () => {
  test.for([
    { kind: 'refuse', status: 400, code: 'uploads.virus' },
    { kind: 'down', status: 504, code: 'practice.slow' },
    { kind: 'nonsense', status: 502, code: 'practice.nonsense' },
  ] as const)(
    'that is $kind leaves nothing, and the file can be sent again',
    async ({ kind: fault, status, code }, { portal, maria }) => {
      await portal.fault({ kind: fault, path: 'UploadDocuments' })
      const key = `again-to-the-chart-${fault}`
      expect(await send(maria, filePart(pdf), { key })).toMatchObject({ status, code })
      expect(await chartDocuments(portal)).toEqual([])
      await portal.heal()
      expect(await send(maria, filePart(pdf), { key })).toMatchObject({ status: 200 })
      expect(await chartDocuments(portal)).toHaveLength(1)
    },
  )

  test('whose answer was lost has the file once when it is sent again', async ({ portal, maria }) => {
    await portal.fault({ kind: 'lost', path: 'UploadDocuments', times: 1 })
    expect((await send(maria, filePart(pdf))).status).toBe(504)
    expect((await send(maria, filePart(pdf))).status).toBe(200)
    expect(await chartDocuments(portal)).toHaveLength(1)
  })
})

describe('what was uploaded', bothEngines, () => {
  const latest = '/ui/regions/uploads.latestOfChart'
  const list = '/ui/regions/uploads.chartDocuments'

  async function rowsIn(visitor: Visitor, region: string) {
    const { status, body } = await visitor.get<RegionContent>(region)
    expect(status).toBe(200)
    return blocksOf(body.blocks, 'table')[0]?.rows ?? []
  }
  const textsOf = (rows: Awaited<ReturnType<typeof rowsIn>>) =>
    rows.map(({ cells }) => [cells.file?.text, cells.category?.text])
  const hrefIn = (rows: Awaited<ReturnType<typeof rowsIn>>) => {
    const [action] = rows[0]?.actions ?? []
    return action?.do.type === 'download' ? action.do.href : expect.fail('there is no download')
  }

  test('shows in My Records at once, on other open pages too, and can be downloaded [2 §2.103]', async ({
    portal,
    maria,
  }) => {
    expect(await rowsIn(maria, latest)).toEqual([])
    const topic = patientTopic(
      { licenseeId: 'lakeside', patientId: String(people.mariaAlvarez.patientN) },
      'chartDocuments',
    )
    const cookie = [...maria.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const page = await openLivePage(portal, [topic], { cookie })
    await send(maria, filePart(pdf, 'Lab of May.pdf'))
    await send(maria, filePart(pdf, 'Pass.pdf'), { before: kind('other', 'Passport') })
    await page.caughtUp()
    expect(page.heard.flatMap(({ topics }) => topics)).toEqual([topic, topic])
    const rows = await rowsIn(maria, latest)
    expect(textsOf(rows)).toEqual([
      ['Pass.pdf', 'Passport'],
      ['Lab of May.pdf', 'Lab results'],
    ])
    const { status, headers, bytes } = await fetched(portal, maria, hrefIn(rows))
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(headers['content-disposition']).toContain('attachment')
    expect(bytes.equals(pdf)).toBe(true)
  })

  test('of more than five has a page of its own, in pages', async ({ maria }) => {
    for (let at = 1; at <= 12; at++) await send(maria, filePart(pdf, `${at}.pdf`))
    const { body } = await maria.get<RegionContent>(latest)
    expect(blocksOf(body.blocks, 'table')[0]?.rows).toHaveLength(5)
    expect(wordsOf(body)).toContain('See all 12 documents')
    expect(await rowsIn(maria, list)).toHaveLength(10)
    expect(textsOf(await rowsIn(maria, `${list}?page=2`)).map(([name]) => name)).toEqual(['2.pdf', '1.pdf'])
  })

  test('is that of the own patient only', async ({ portal, maria, gabriel }) => {
    await send(maria, filePart(pdf, 'Lab of May.pdf'))
    const href = hrefIn(await rowsIn(maria, latest))
    expect(await rowsIn(gabriel, latest)).toEqual([])
    expect((await fetched(portal, gabriel, href)).status).toBe(404)
    expect((await fetched(portal, portal.visitor(), href)).status).toBe(401)
    expect((await fetched(portal, maria, '/user/home/Myrecord/documents/x')).status).toBe(404)
  })

  test('is missing with an error, not as none, while the record server is down', async ({ portal, maria }) => {
    await send(maria, filePart(pdf, 'Lab of May.pdf'))
    await portal.fault({ kind: 'down', path: 'GetChartDocuments' })
    expect((await maria.get(latest)).status).toBeGreaterThan(499)
    await portal.heal()
    expect(await rowsIn(maria, latest)).toHaveLength(1)
  })
})

import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import { createScan } from '../../server/gateways/scan/create-scan.ts'
import { documentsOf, tokenFor, tilesIn, visitIn, actionAddress, wordsOf } from '../support/linked-screens.ts'
import { activePdfs, pdfNamed } from '../support/active-pdfs.ts'
import { openClamd } from '../support/clamd.ts'
import { eicar, jpeg, pdf, pdfOf, png, pngOf } from '../support/files.ts'
import { filePart, type Part } from '../support/multipart.ts'
import { portalTest } from '../support/portal-test.ts'
import { startPortal, type RunningPortal, type Visitor } from '../support/portal.ts'
import { withSetting } from '../support/switches.ts'
import { withoutLimits } from '../support/without-limits.ts'
import { bothEngines } from '../support/databases.ts'

const most = 6 * 1_048_576
const fields = (link: string, category: string, other?: string): Part[] => [
  { name: 'link', content: link },
  { name: 'category', content: category },
  ...(other === undefined ? [] : [{ name: 'other', content: other }]),
]

interface How {
  by?: Visitor
  before?: Part[]
  key?: string
}

/** The portal uses a fake clamd; each test has its own visit, and the link to upload for it. */
const test = portalTest({ maria: 'maria.alvarez' })
  // oxlint-disable-next-line no-empty-pattern -- vitest reads from it which fixtures this one needs
  .extend('clamd', { scope: 'file' }, async ({}, { onCleanup }) => {
    const clamd = await openClamd()
    onCleanup(() => clamd.close())
    return clamd
  })
  .extend('portal', { scope: 'file' }, async ({ clamd }, { onCleanup }) => {
    const scan = createScan({ clamd: { host: '127.0.0.1', port: clamd.port }, timeoutMs: 1000 })
    const portal = await startPortal({ scan })
    onCleanup(() => portal.close())
    return portal
  })
  .extend('visit', ({ portal }) => visitIn(portal, 48))
  .extend('link', ({ portal, visit }) => tokenFor(portal, { purpose: 'upload', appointmentId: visit }))
  .extend('send', ({ maria, link }) => async (file: Part, how: How = {}) => {
    const { by = maria, before = fields(link, 'Lab results'), key } = how
    const { status, body } = await by.upload('uploads.add', [...before, file], { key })
    return { status, code: body.code, words: body.detail }
  })
test.beforeEach(({ clamd, portal }) => {
  withoutLimits(portal)
  clamd.scanned.splice(0)
  clamd.mood = 'works'
})

const stored = async (portal: RunningPortal, visit: string) =>
  (await documentsOf(portal, visit)).map(({ file_name: name }) => name)
const bytesOf = ({ content }: { content: string }) => Buffer.from(content, 'base64')

describe('the upload page', () => {
  test('is reached from the page after the booking, in a new window [1 §2.19] [2 §2.30]', async ({ portal, maria }) => {
    const appointmentId = await visitIn(portal, 24) // before those of other tests, and so on the first page of the list
    const link = await actionAddress(maria, { list: 'upcoming', action: 'prepare', appointmentId })
    const { body } = await maria.get(`/ui/screens${link}`)
    const address = /"(\/user\/fileupload\/[\w-]{60,100})"/.exec(wordsOf(body))?.[1]
    const { status, body: page } = await maria.get(`/ui/screens${address}`)
    expect([status, wordsOf(page)]).toEqual([200, expect.stringContaining('Upload to my chart')])
    expect(wordsOf(page)).toContain("Please upload your driver's license, insurance card")
  })

  test('offers the categories of the practice and, last, words of their own [1 §5.23 §7.38] [2 §7.47]', async ({
    maria,
    link,
  }) => {
    const { body } = await maria.get(`/ui/screens/user/fileupload/${link}`)
    const upload = body.blocks.find((block): block is BlockOf<'upload'> => block.kind === 'upload')
    const options = upload?.category?.options.map(({ label }) => label)
    expect(options).toEqual([
      "Driver's license",
      'Insurance card',
      'Lab results',
      'Pathology report',
      'Referral letter',
      'Images',
      'Other',
    ])
    expect(upload).toMatchObject({
      maxBytes: most,
      category: { other: { value: 'other', label: 'Please specify the other document' } },
      done: { message: 'File(s) uploaded successfully!' },
    })
  })

  test('for the card of an insurance is reached from there, and has that category and no other [1 §5.24]', async ({
    portal,
    maria,
  }) => {
    const appointmentId = await visitIn(portal, 23)
    const prepare = await actionAddress(maria, { list: 'upcoming', action: 'prepare', appointmentId })
    const tile = tilesIn((await maria.get(`/ui/screens${prepare}`)).body.blocks).get('upload-insurance-card')
    expect(tile).toMatchObject({ title: 'Insurance card', do: { type: 'navigate', newWindow: true } })
    const { body } = await maria.get(`/ui/screens${tile?.do?.type === 'navigate' ? tile.do.to : ''}`)
    const upload = body.blocks.find((block): block is BlockOf<'upload'> => block.kind === 'upload')
    expect(upload?.category).toMatchObject({ value: 'Insurance card', options: [{ value: 'Insurance card' }] })
  })

  test('says that categories could not be read [2 §8.28]', async ({ portal, maria, link, send }) => {
    await portal.fault({ kind: 'down', path: 'GetDocumentCategories' })
    const { status, body } = await maria.get(`/ui/screens/user/fileupload/${link}`)
    expect([status, wordsOf(body)]).toEqual([200, expect.stringContaining('Error occured')])
    expect(await send(filePart(pdf))).toMatchObject({ status: 502, words: 'Error occured' })
  })

  test('and its route are closed to everybody else and for every other link', async ({
    portal,
    maria,
    visit,
    link,
    send,
  }) => {
    const purposes = ['arrival', 'camera', 'survey', 'visit'] as const
    const others = await Promise.all(purposes.map((purpose) => tokenFor(portal, { purpose, appointmentId: visit })))
    const wrong = [
      ...others,
      await tokenFor(portal, { purpose: 'upload', appointmentId: visit, patientId: '1002' }),
      await tokenFor(portal, { purpose: 'upload', appointmentId: visit, licenseeId: 'northgate' }),
      `${link}A`,
      '99999999',
    ]
    for (const token of wrong) {
      expect((await maria.get(`/ui/screens/user/fileupload/${token}`)).status).toBe(404)
      const before = [{ name: 'link', content: token }, ...fields(link, 'Lab results').slice(1)]
      expect(await send(filePart(pdf), { before })).toMatchObject({ status: 404, code: 'link.unknown' })
    }
    expect(await send(filePart(pdf), { by: await portal.signIn('new.patient') })).toMatchObject({ status: 404 })
    expect(await send(filePart(pdf), { by: portal.visitor() })).toMatchObject({ status: 401 })
    expect(await stored(portal, visit)).toEqual([])
  })

  test('is closed when the visit was cancelled, when its link has ended, and where it is switched off', async ({
    portal,
    maria,
    visit,
    send,
  }) => {
    await portal.records.db.execute(
      sql`update appointments set cancelled_at = now() where appointment_n = ${Number(visit)}`,
    )
    expect(await send(filePart(pdf))).toMatchObject({ status: 409, code: 'uploads.over' })
    const ended = await tokenFor(portal, { purpose: 'upload', appointmentId: visit, endsInMs: -1 })
    const { status, body } = await maria.get(`/ui/screens/user/fileupload/${ended}`)
    expect([status, body.code]).toEqual([404, 'uploads.linkEnded'])
    expect(body.screen?.title).toBe('This upload link has expired')
    expect(JSON.stringify(body.screen?.blocks)).toContain(
      'Please call "},{"text":"(212) 555-0140","href":"tel:+12125550140"},{"text":" and ask for a new one.',
    )
    await withSetting(portal, { name: 'Enable_PatientIntake_And_FileUpload_on_PE', value: false }, async () => {
      expect(await send(filePart(pdf))).toMatchObject({ status: 403, code: 'route.off' })
    })
    expect(await stored(portal, visit)).toEqual([])
  })
})

describe('a file', () => {
  test('is kept with its category under a random name [1 §1.10 §3.26] [2 §1.12]', async ({ portal, visit, send }) => {
    expect(await send(filePart(pdf, 'Lab of May.pdf'))).toMatchObject({ status: 200 })
    const [document] = await documentsOf(portal, visit)
    expect(document).toMatchObject({
      document_type: 'Lab results',
      other_document: '',
      file_name: 'Lab of May.pdf',
      file_type: 'application/pdf',
    })
    expect(document?.storage_name).toMatch(/^[0-9a-f-]{36}$/)
    expect(bytesOf(document!).equals(pdf)).toBe(true)
  })

  test('of another kind needs words for it, and keeps them [1 §5.23]', async ({ portal, visit, link, send }) => {
    for (const before of [fields(link, 'other'), fields(link, 'other', '  ')])
      expect(await send(filePart(pdf), { before })).toMatchObject({ words: 'Please specify the other document' })
    expect(await send(filePart(pdf), { before: fields(link, 'other', ' Passport ') })).toMatchObject({ status: 200 })
    expect(await documentsOf(portal, visit)).toMatchObject([{ document_type: 'other', other_document: 'Passport' }])
  })

  test.for(['', 'Nonsense', '<script>'])(
    'of the category "%s" is refused [1 §5.22]',
    async (category, { portal, visit, link, send }) => {
      const { status, words } = await send(filePart(pdf), { before: fields(link, category) })
      expect([status, words?.length]).toEqual([422, expect.any(Number)])
      expect(await stored(portal, visit)).toEqual([])
    },
  )

  test('of no bytes is refused, of exactly 6 MB kept, and of one byte more refused [1 §5.26 §5.28 §5.30 §9.9] [2 §5.32 §9.10]', async ({
    portal,
    visit,
    send,
  }) => {
    expect(await send(filePart(''))).toMatchObject({ status: 422, code: 'uploads.empty' })
    expect(await send(filePart(pdfOf(most + 1)))).toMatchObject({
      status: 413,
      words: 'Please select a file smaller than 6MB',
    })
    expect(await stored(portal, visit)).toEqual([])
    expect(await send(filePart(pdfOf(most), 'large.pdf'))).toMatchObject({ status: 200 })
    expect((await documentsOf(portal, visit)).map((document) => bytesOf(document).length)).toEqual([most])
  })

  test.for<[string, string, Buffer]>([
    ['text', 'scan.pdf', Buffer.from('just words')],
    ['a web page', 'photo.png', Buffer.from('<html><script>alert(1)</script>')],
    ['a program', 'photo.jpg', Buffer.from('MZ\u0090\u0000')],
    ['the beginning of a picture', 'photo.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2])],
    ['a picture of another kind', 'photo.png', Buffer.from('GIF89a\u0001\u0000')],
  ])(
    'that is %s is refused whatever it is called [1 §5.25 §5.27] [2 §5.31 §5.33]',
    async ([, name, content], { portal, visit, send }) => {
      const type = name.endsWith('.pdf') ? 'application/pdf' : 'image/png'
      expect(await send(filePart(content, name, type))).toMatchObject({
        status: 422,
        words: 'Invalid file type. Please select a valid file',
      })
      expect(await stored(portal, visit)).toEqual([])
    },
  )

  test('is what its bytes say, under a name that says so too', async ({ portal, visit, send }) => {
    expect(await send(filePart(await png(), 'tool.exe', 'application/x-msdownload'))).toMatchObject({ status: 200 })
    expect(await send(filePart(pdf, 'photo.png', 'image/png'))).toMatchObject({ status: 200 })
    expect((await documentsOf(portal, visit)).map(({ file_name, file_type }) => [file_name, file_type])).toEqual([
      ['tool.exe.png', 'image/png'],
      ['photo.png.pdf', 'application/pdf'],
    ])
  })

  test('with a path in its name keeps no path', async ({ portal, visit, send }) => {
    for (const name of ['../../etc/passwd.pdf', 'C:\\\\me\\\\scan.pdf']) await send(filePart(pdf, name))
    expect(await stored(portal, visit)).toEqual(['passwd.pdf', 'scan.pdf'])
  })

  test('of the same name with other content is another, and with the same content the same', async ({
    portal,
    visit,
    send,
  }) => {
    await send(filePart(pdf, 'a.pdf'))
    await send(filePart(pdfOf(500), 'a.pdf'))
    await send(filePart(pdf, 'a.pdf'))
    expect((await documentsOf(portal, visit)).map((document) => bytesOf(document).length)).toEqual([pdf.length, 500])
  })

  test('keeps the name that was chosen, whatever signs it has', async ({ portal, visit, send }) => {
    const names = ['R\u00e9sum\u00e9 – 体检 ’26.pdf', 'a"b.pdf', 'scan 👩🏽‍⚕️.pdf', '100% done.pdf']
    for (const name of names) expect(await send(filePart(pdf, name))).toMatchObject({ status: 200 })
    expect(await send(filePart(pdf, 'Ra\u0308nge.pdf'))).toMatchObject({ status: 200 })
    expect(await stored(portal, visit)).toEqual([...names, 'R\u00e4nge.pdf'])
  })

  test('is kept once for its key, and twenty at once are all kept', bothEngines, async ({ portal, visit, send }) => {
    const key = 'the-same-key-of-a-file'
    const again = await Promise.all(Array.from({ length: 5 }, () => send(filePart(pdf, 'once.pdf'), { key })))
    expect(again.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await send(filePart(pdfOf(500), 'once.pdf'), { key })).toMatchObject({
      status: 422,
      code: 'request.keyReused',
    })
    const many = Array.from({ length: 20 }, (_, at) => send(filePart(pdfOf(1000 + at), `many-${at}.pdf`)))
    expect((await Promise.all(many)).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(new Set(await stored(portal, visit)).size).toBe(21)
  })
})

describe('a picture', () => {
  test('is drawn anew: nothing about device and place is left, and it stands upright', async ({
    portal,
    visit,
    send,
  }) => {
    const sent = await jpeg()
    expect(sent.includes('Secret Phone')).toBe(true)
    expect(await send(filePart(sent, 'photo.jpg', 'image/jpeg'))).toMatchObject({ status: 200 })
    const [document] = await documentsOf(portal, visit)
    const content = bytesOf(document!)
    const { exif, width, height, format } = await sharp(content).metadata()
    expect([exif, width, height, format]).toEqual([undefined, 30, 40, 'jpeg'])
    expect(content.includes('Secret Phone')).toBe(false)
  })

  test('loses what was hidden behind it', async ({ portal, visit, send }) => {
    const hidden = Buffer.concat([await png(), Buffer.from('PK\u0003\u0004<script>alert(1)</script>')])
    expect(await send(filePart(hidden, 'photo.png', 'image/png'))).toMatchObject({ status: 200 })
    const [document] = await documentsOf(portal, visit)
    expect(bytesOf(document!).includes('<script>')).toBe(false)
  })

  test('that claims to fill the memory is refused', async ({ portal, visit, send }) => {
    const sizes = { big: 14_000, small: 20 }
    for (const [name, side] of Object.entries(sizes)) {
      const picture = filePart(pngOf({ width: side, height: side }), `${name}.png`, 'image/png')
      const refused = { status: 422, code: 'uploads.type' }
      expect(await send(picture)).toMatchObject(name === 'big' ? refused : { status: 200 })
    }
    expect(await stored(portal, visit)).toEqual(['small.png'])
  })
})

describe('a virus', () => {
  test('is found before anything is kept: by the built-in check and by the scanner [1 §8.2]', async ({
    clamd,
    portal,
    visit,
    send,
  }) => {
    const virus = { status: 400, words: 'Virus detected - file cannot be uploaded.' }
    for (const content of [eicar, Buffer.concat([pdf, eicar]), Buffer.concat([await png(), eicar])])
      expect(await send(filePart(content, 'letter.pdf'))).toMatchObject(virus)
    clamd.mood = 'finds'
    expect(await send(filePart(pdf, 'letter.pdf'))).toMatchObject(virus)
    expect(await stored(portal, visit)).toEqual([])
  })

  test('is looked for in the very bytes that came', async ({ clamd, send }) => {
    const sent = await jpeg()
    await send(filePart(sent, 'photo.jpg', 'image/jpeg'))
    expect(clamd.scanned.map(sha256)).toEqual([sha256(sent)])
  })

  test.for(['errs', 'hangs', 'breaks'] as const)(
    'may be in what a scanner that %s has not seen',
    async (mood, { clamd, portal, visit, send }) => {
      clamd.mood = mood
      const { status, code, words } = await send(filePart(pdf))
      expect([status, code, words]).toEqual([503, 'uploads.notScanned', expect.stringContaining('not uploaded')])
      expect(await stored(portal, visit)).toEqual([])
    },
  )
})

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

describe('a PDF', () => {
  test.for(activePdfs)(
    'with %s is refused in words that say so: %s [1 §5.25] [2 §5.31]',
    async ([, code, content], { portal, visit, send }) => {
      const words = {
        'uploads.pdfScript': 'This PDF contains a script.',
        'uploads.pdfProgram': 'This PDF can start a program.',
        'uploads.pdfFiles': 'This PDF has other files attached to it.',
        'uploads.pdfMedia': 'This PDF contains a video or other media.',
        'uploads.pdfConnection': 'This PDF connects to another file or a server when it is opened.',
        'uploads.pdfLocked': 'This PDF is protected by a password, so it could not be checked.',
        'uploads.pdfUnreadable': 'This PDF is damaged, so it could not be checked.',
      }[code]
      expect(await send(filePart(content))).toEqual({
        status: 422,
        code,
        words: expect.stringContaining(`${words} Please `),
      })
      expect(await stored(portal, visit)).toEqual([])
    },
  )

  test.for(['plain-aes-128.pdf', 'plain-linearized-aes-256.pdf'])(
    'that opens without a password is kept, also if it is encrypted: %s',
    async (name, { portal, visit, send }) => {
      expect((await send(filePart(pdfNamed(name)))).status).toBe(200)
      expect((await documentsOf(portal, visit)).map(bytesOf)).toEqual([pdfNamed(name)])
    },
  )
})

describe('the record server', () => {
  test.for([
    { path: 'GetAuthenticationToken', kind: 'down', status: 502, code: 'uploads.token' },
    { path: 'GetAuthenticationToken', kind: 'nonsense', status: 502, code: 'uploads.token' },
    { path: 'Convertbase64ToImage', kind: 'refuse', status: 400, code: 'uploads.virus' },
    { path: 'Convertbase64ToImage', kind: 'down', status: 504, code: 'practice.slow' },
    { path: 'Convertbase64ToImage', kind: 'nonsense', status: 502, code: 'practice.nonsense' },
    { path: 'GetAppointment', kind: 'down', status: 503, code: 'practice.unavailable' },
  ] as const)(
    'whose $path is $kind leaves nothing, and the file can be sent again',
    async ({ path, kind, status, code }, { portal, visit, send }) => {
      await portal.fault({ kind, path })
      const key = `again-${path}-${kind}`
      expect(await send(filePart(pdf), { key })).toMatchObject({ status, code })
      expect(await stored(portal, visit)).toEqual([])
      await portal.heal()
      expect(await send(filePart(pdf), { key })).toMatchObject({ status: 200 })
      expect(await stored(portal, visit)).toHaveLength(1)
    },
  )

  test('that gives no token is reported in the words of the specification [1 §8.4]', async ({ portal, send }) => {
    await portal.fault({ kind: 'down', path: 'GetAuthenticationToken' })
    expect((await send(filePart(pdf))).words).toBe('Authentication failed. Please try again later.')
  })

  test('whose answer was lost has the file once when it is sent again', async ({ portal, visit, send }) => {
    await portal.fault({ kind: 'lost', path: 'Convertbase64ToImage', times: 1 })
    const key = 'again-after-a-lost-answer'
    expect((await send(filePart(pdf), { key })).status).toBe(504)
    expect((await send(filePart(pdf), { key })).status).toBe(200)
    expect(await stored(portal, visit)).toHaveLength(1)
  })
})

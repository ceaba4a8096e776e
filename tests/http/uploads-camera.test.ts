import { eq, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import { accessLinks } from '../../server/db/schema.ts'
import { categoryPart } from '../../server/features/uploads/uploads.rules.ts'
import { documentsOf, tokenFor, visitIn, wordsOf } from '../support/linked-screens.ts'
import { eicar, png } from '../support/files.ts'
import { filePart } from '../support/multipart.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { bothEngines } from '../support/databases.ts'

const minute = 60_000
const lab = categoryPart('Lab results')
const codePage = (link: string, part = lab) => `/ui/screens/user/fileupload/qrcode/${link}/${part}`

interface How {
  by?: Visitor
  content?: Buffer
  key?: string
}

/** `phone` has no session; each test has its own visit, and the link to upload for it. */
const test = portalTest({ maria: 'maria.alvarez' })
  .extend('phone', { scope: 'file' }, ({ portal }) => portal.visitor())
  .extend('photo', { scope: 'file' }, () => png(70, 90))
  .extend('visit', ({ portal }) => visitIn(portal, 48))
  .extend('link', ({ portal, visit }) => tokenFor(portal, { purpose: 'upload', appointmentId: visit }))
  .extend('newCode', ({ maria, link }) => async (part = lab) => {
    const { body } = await maria.get(codePage(link, part))
    const code = body.blocks.find((block): block is BlockOf<'qr'> => block.kind === 'qr')
    const { pathname } = new URL(code?.text ?? '')
    const ends = body.blocks.find((block): block is BlockOf<'countdown'> => block.kind === 'countdown')
    return { address: pathname, token: pathname.split('/').at(-2) ?? '', until: Date.parse(ends?.until ?? '') }
  })
  .extend('take', ({ phone, photo }) => async (token: string, { by = phone, content = photo, key }: How = {}) => {
    const parts = [{ name: 'link', content: token }, filePart(content, 'photo.png', 'image/png')]
    const { status, body } = await by.upload('uploads.photo', parts, { key })
    return { status, code: body.code }
  })

const kept = async (portal: RunningPortal, visit: string) => (await documentsOf(portal, visit)).length

describe('the code for a phone', () => {
  test('is shown in the words of the specification, and leads to the camera page of this portal [1 §1.11 §2.20 §2.71] [2 §2.31 §4.46]', async ({
    maria,
    link,
  }) => {
    const { status, body } = await maria.get(codePage(link))
    expect([status, wordsOf(body)]).toEqual([
      200,
      expect.stringContaining('Scan the below QR code to upload photos and close this tab once the file(s) uploaded'),
    ])
    const code = body.blocks.find((block): block is BlockOf<'qr'> => block.kind === 'qr')
    expect(code?.text).toMatch(/^http:\/\/lakeside\.localhost:\d+\/user\/fileupload\/camera\/[\w-]{60,200}\/[\w-]+$/)
  })

  test('is the same for a page that is loaded again, and stored nowhere until a photo is sent', async ({
    portal,
    maria,
    visit,
    link,
    newCode,
    take,
  }) => {
    const { token } = await newCode()
    const first = await maria.get(codePage(link))
    expect((await newCode()).token).toBe(token)
    expect((await maria.get(codePage(link), { 'if-none-match': String(first.headers.etag) })).status).toBe(304)
    const stored = () => portal.database.db.select().from(accessLinks).where(eq(accessLinks.subjectKey, visit))
    expect(await stored()).toEqual([])
    await take(token)
    expect(await stored()).toMatchObject([{ purpose: 'camera', usesLeft: 9 }])
  })

  test('is another one for another category, and when this one is used up', async ({ portal, newCode, take }) => {
    const { token } = await newCode()
    expect((await newCode(categoryPart('Images'))).token).not.toBe(token)
    const photos = await Promise.all(Array.from({ length: 10 }, (_, at) => png(40 + at, 20)))
    await Promise.all(photos.map((content) => take(token, { content })))
    const next = (await newCode()).token
    expect(next).not.toBe(token)
    expect([(await take(token)).code, (await take(next)).status]).toEqual(['uploads.codeUsed', 200])
    portal.clock.aheadMs += 5 * minute
    expect([token, next]).not.toContain((await newCode()).token)
  })

  test('is not for what is no category, nor for anybody else', async ({ portal, maria, phone, link }) => {
    for (const part of ['x', categoryPart('Nonsense'), categoryPart('other')])
      expect([part, (await maria.get(codePage(link, part))).status]).toEqual([part, 404])
    expect((await (await portal.signIn('new.patient')).get(codePage(link))).status).toBe(404)
    expect((await phone.get(codePage(link))).status).toBe(401)
  })
})

describe('the camera page', () => {
  test('opens without signing in and shows nothing about the person [1 §2.21 §8.29 §9.11] [2 §2.14 §4.45 §4.47]', async ({
    phone,
    visit,
    link,
    newCode,
  }) => {
    const { address } = await newCode()
    const { status, body } = await phone.get(`/ui/screens${address}`)
    expect(status).toBe(200)
    const camera = body.blocks.find((block) => block.kind === 'camera')
    expect(camera).toMatchObject({
      size: { wide: { width: 700, height: 900 }, narrow: { width: 270, height: 350 } },
      done: { message: 'File uploaded successfully!' },
    })
    for (const word of ['Maria', 'Alvarez', 'Chen', visit, link]) expect(wordsOf(body)).not.toContain(word)
  })

  test.for<[string, { uses?: number; endsInMs?: number }, string]>([
    ['used up', { uses: 0 }, 'This code has reached its limit of photos. Please scan a new code.'],
    ['over', { endsInMs: -1 }, 'On the computer that shows the code, choose Refresh code. Then scan it again.'],
  ])('of a code that is %s says so', async ([, options, words], { portal, phone, visit }) => {
    const code = await tokenFor(portal, { purpose: 'camera', appointmentId: visit, ...options })
    const { body } = await phone.get(`/ui/screens/user/fileupload/camera/${code}/${lab}`)
    expect(JSON.stringify(body)).toContain(words)
    expect(JSON.stringify(body)).not.toContain('"camera"')
  })

  test('is for its category only, and for no other link', async ({ portal, phone, visit, link, newCode }) => {
    const { token } = await newCode()
    const arrival = await tokenFor(portal, { purpose: 'arrival', appointmentId: visit })
    const images = categoryPart('Images')
    for (const path of [
      `${token}/${images}`,
      `${link}/${lab}`,
      `${arrival}/${lab}`,
      `${token}x/${lab}`,
      `${visit}/${lab}`,
    ]) {
      const { status, body } = await phone.get(`/ui/screens/user/fileupload/camera/${path}`)
      expect([path, status, body.code]).toEqual([path, 404, 'uploads.codeUnknown'])
    }
    const stranger = portal.visitor('northgate.localhost')
    expect((await stranger.get(`/ui/screens/user/fileupload/camera/${token}/${lab}`)).status).toBe(404)
  })
})

describe('a photo', bothEngines, () => {
  test('is kept under its appointment and category, whichever browser sends it [1 §1.11 §7.39] [2 §3.34]', async ({
    portal,
    visit,
    newCode,
    take,
  }) => {
    const { token } = await newCode()
    expect(await take(token)).toMatchObject({ status: 200 })
    expect(await documentsOf(portal, visit)).toMatchObject([
      { document_type: 'Lab results', file_name: `${visit}.png`, file_type: 'image/png' },
    ])
  })

  test('is noted with its appointment', async ({ portal, visit, newCode, take }) => {
    await take((await newCode()).token)
    const result = await portal.database.db.execute(
      sql`select event, outcome, actor_kind from audit_log where subject = ${visit}`,
    )
    expect(result.rows).toEqual([{ event: 'upload:uploads.photo', outcome: 'ok', actor_kind: 'visitor' }])
  })

  test('is the tenth at most, also when many come at once', async ({ portal, phone, visit, newCode, take }) => {
    const { token, address } = await newCode()
    const photos = await Promise.all(Array.from({ length: 14 }, (_, at) => png(20 + at, 20)))
    const answers = await Promise.all(photos.map((content) => take(token, { content })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(answers.filter(({ code }) => code === 'uploads.codeUsed')).toHaveLength(4)
    expect(await kept(portal, visit)).toBe(10)
    expect((await phone.get(`/ui/screens${address}`)).body.code).toBe('uploads.codeUsed')
  })

  test('is taken until the end that the page of the code shows, in ten to fifteen minutes [1 §2.21] [2 §2.14]', async ({
    portal,
    phone,
    newCode,
    take,
  }) => {
    const { token, address, until } = await newCode()
    const left = () => until - portal.portal.now().getTime()
    expect(left()).toBeGreaterThan(9.5 * minute)
    expect(left()).toBeLessThanOrEqual(15 * minute)
    portal.clock.aheadMs += left() - minute
    expect(await take(token)).toMatchObject({ status: 200 })
    portal.clock.aheadMs += left()
    expect(await take(token)).toMatchObject({ status: 404, code: 'uploads.codeEnded' })
    const { code, screen, detail } = (await phone.get(`/ui/screens${address}`)).body
    expect([code, screen?.title]).toEqual(['uploads.codeEnded', 'This code has expired'])
    expect(detail).toBe('This code has expired. Refresh it on the computer and scan it again, or call (212) 555-0140.')
  })

  test('is refused with a code that was shown while the clock was ahead', async ({ portal, newCode, take }) => {
    portal.clock.aheadMs += 9 * minute
    const { token } = await newCode()
    portal.clock.aheadMs -= 9 * minute
    expect(await take(token)).toMatchObject({ status: 404, code: 'uploads.codeEnded' })
    expect(await take((await newCode()).token)).toMatchObject({ status: 200 })
  })

  test('that is refused uses nothing up', async ({ portal, visit, take }) => {
    const token = await tokenFor(portal, {
      purpose: 'camera',
      appointmentId: visit,
      category: 'Lab results',
      uses: 1,
    })
    expect(await take(token, { content: eicar })).toMatchObject({ status: 400, code: 'uploads.virus' })
    expect(await take(token, { content: Buffer.from('words') })).toMatchObject({ status: 422 })
    await portal.fault({ kind: 'down', path: 'Convertbase64ToImage' })
    expect((await take(token)).status).toBe(504)
    await portal.heal()
    expect((await take(token)).status).toBe(200)
    expect(await take(token)).toMatchObject({ code: 'uploads.codeUsed' })
    expect(await kept(portal, visit)).toBe(1)
  })

  test('is for the category of its code, whatever is sent along', async ({ portal, phone, photo, visit, newCode }) => {
    const { token } = await newCode()
    const parts = [
      { name: 'link', content: token },
      { name: 'category', content: 'Images' },
    ]
    const { status } = await phone.upload('uploads.photo', [...parts, filePart(photo, 'photo.png', 'image/png')])
    expect([status, await kept(portal, visit)]).toEqual([422, 0])
  })

  test('cannot be looked at by its code: the code opens nothing else', async ({ maria, phone, newCode, take }) => {
    const { token } = await newCode()
    await take(token)
    const pages = [
      `fileupload/${token}`,
      `fileupload/qrcode/${token}/${lab}`,
      `bookappointment/features/${token}/lakeside/1`,
    ]
    for (const page of pages) {
      expect([page, (await phone.get(`/ui/screens/user/${page}`)).status]).toEqual([page, 401])
      expect([page, (await maria.get(`/ui/screens/user/${page}`)).status]).toEqual([page, 404])
    }
  })

  test('is not taken by another link, nor at another practice', async ({ portal, visit, newCode, take }) => {
    const { token } = await newCode()
    const upload = await tokenFor(portal, { purpose: 'upload', appointmentId: visit })
    for (const wrong of [upload, `${token}x`, visit]) expect((await take(wrong)).code).toBe('uploads.codeUnknown')
    expect((await take(token, { by: portal.visitor('northgate.localhost') })).code).toBe('uploads.codeUnknown')
    expect(await kept(portal, visit)).toBe(0)
  })
})

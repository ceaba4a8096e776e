import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import type { Effect } from '../../schemas/effect.ts'
import type { Screen } from '../../schemas/screen.ts'
import type { Shell } from '../../schemas/shell.ts'
import { auditLog, practiceLogos } from '../../server/db/schema.ts'
import { drawLogo } from '../../server/features/practice-header/draw-logo.ts'
import { forgetLogoDrafts } from '../../server/features/practice-header/practice-header.feature.ts'
import { practiceHeaderMessages } from '../../server/features/practice-header/practice-header.messages.ts'
import { practiceLogoDrafts } from '../../server/features/practice-header/schema.ts'
import { writeLogo } from '../../server/licensees/logo.store.ts'
import { fileMessages } from '../../server/practice/files/file-messages.ts'
import { dyingHandle } from '../support/dying-handle.ts'
import { eicar, jpeg, pdf, pngOf } from '../support/files.ts'
import { makeInvoice } from '../support/invoices.ts'
import { runNow } from '../support/jobs.ts'
import { filePart } from '../support/multipart.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { readPdf } from '../support/pdf.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { withSetting } from '../support/switches.ts'
import { bothEngines } from '../support/databases.ts'

const dying = dyingHandle()
const it = portalTest(
  {
    admin: 'front.desk',
    owner: 'practice.owner',
    phones: 'calls.desk',
    recorder: 'records.desk',
    other: 'office.lead',
    maria: 'maria.alvarez',
    gabriel: 'g.alvarez@example.com',
  },
  { onStatement: dying.hear },
)

const page = '/ui/screens/admin/update_logo'

/** A logo of dark words on nothing, in a color of its own. */
const logo = (background = '#0b3d5c', [width, height] = [600, 150]) =>
  sharp({ create: { width: width!, height: height!, channels: 4, background: '#00000000' } })
    .composite([
      {
        input: {
          create: { width: Math.ceil(width! / 2), height: Math.ceil(height! / 2), channels: 4, background },
        },
        gravity: 'center',
      },
    ])
    .png()
    .toBuffer()

it.beforeEach(async ({ portal }) => {
  await portal.database.db.delete(practiceLogos)
  await portal.database.db.delete(practiceLogoDrafts)
})

interface Answer {
  effects?: Effect[]
  code?: string
  detail?: string
  screen?: Screen
}
const send = (visitor: Visitor, content: Buffer, type: 'png' | 'jpeg' = 'png') =>
  visitor.upload<Answer>('practiceHeader.upload', [filePart(content, `logo.${type}`, `image/${type}`)])

async function screenOf(visitor: Visitor): Promise<Screen> {
  const { status, body } = await visitor.get<Screen>(page)
  expect(status).toBe(200)
  return body
}

const shellOf = async (visitor: Visitor) => (await visitor.get<Shell>('/ui/shell')).body
const logoOf = async (visitor: Visitor) => (await shellOf(visitor)).brand.logo

/** The input of the button of this name; undefined if it does not show. */
function inputOf(screen: Screen, name: string): Record<string, unknown> | undefined {
  const [button] = blocksOf(screen, 'action').filter(({ do: act }) => act.type === 'call' && act.action === name)
  return button?.do.type === 'call' ? (button.do.input ?? {}) : undefined
}

async function pressed(visitor: Visitor, name: string, input?: Record<string, unknown>) {
  return visitor.act<Answer>(name, input ?? inputOf(await screenOf(visitor), name) ?? {})
}

/** Uploads a logo and saves it. */
async function saveLogo(visitor: Visitor, content?: Buffer): Promise<void> {
  expect((await send(visitor, content ?? (await logo()))).status).toBe(200)
  expect((await pressed(visitor, 'practiceHeader.save')).status).toBe(200)
}

const picturesOf = (screen: Screen) =>
  blocksOf(screen, 'image').flatMap(({ picture: { src }, size }) => (src && size ? [{ src, size }] : []))
const textOf = (screen: Screen | undefined) => JSON.stringify(screen)

/** The picture at an address, which must be served as a picture and as nothing else. */
async function pictureAt(visitor: Visitor, address: string) {
  const { status, headers, body } = await visitor.get<Buffer>(address)
  expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([200, 'image/png', 'nosniff'])
  return sharp(body)
}

describe('an uploaded logo', bothEngines, () => {
  it('is seen by its administrator only, in each place, until it is saved for everybody [2 §1.25 §2.37 §2.149 §3.50 §6.13]', async ({
    portal,
    admin,
    maria,
    other,
  }) => {
    const { body } = await send(admin, await logo())
    expect(body.effects).toEqual([
      { type: 'refresh', what: 'screen' },
      { type: 'focus', id: 'new-places' },
    ])
    const draft = await screenOf(admin)
    const previews = picturesOf(draft)
    expect(previews.map(({ size }) => size)).toEqual([
      { width: 176, height: 44 },
      { width: 240, height: 60 },
      { width: 192, height: 48 },
    ])
    const drawn = await Promise.all(previews.map(async ({ src }) => (await pictureAt(admin, src)).metadata()))
    expect(drawn.map(({ width, height, hasAlpha }) => [width, height, hasAlpha])).toEqual([
      [352, 88, true],
      [600, 150, false],
      [384, 96, false],
    ])
    expect([await logoOf(admin), await logoOf(maria)]).toEqual([undefined, undefined])

    const { body: saved } = await pressed(admin, 'practiceHeader.save')
    expect(saved.effects).toContainEqual({ type: 'refresh', what: 'shell' })
    const addresses = await Promise.all([admin, maria, portal.visitor()].map((visitor) => logoOf(visitor)))
    expect(addresses).toEqual(Array(3).fill('/practice/mark?v=1'))
    expect(await (await pictureAt(portal.visitor(), '/practice/mark?v=1')).metadata()).toMatchObject({ hasAlpha: true })
    expect([await logoOf(other), (await other.get('/practice/mark')).status]).toEqual([undefined, 404])
    expect(inputOf(await screenOf(admin), 'practiceHeader.save')).toBeUndefined()

    await saveLogo(admin, await logo('#552200'))
    expect(await logoOf(maria)).toBe('/practice/mark?v=2')
  })

  it('is kept for its administrator until it is discarded', async ({ admin, portal }) => {
    await send(admin, await logo())
    await send(admin, await logo('#552200'))
    const [first] = picturesOf(await screenOf(admin))
    expect(await portal.database.db.$count(practiceLogoDrafts)).toBe(1)
    expect((await pressed(admin, 'practiceHeader.discard')).status).toBe(200)
    expect([await portal.database.db.$count(practiceLogoDrafts), (await admin.get(first!.src)).status]).toEqual([
      0, 404,
    ])
  })

  it('is deleted after a day', async ({ admin, portal }) => {
    await send(admin, await logo())
    const input = inputOf(await screenOf(admin), 'practiceHeader.save')
    portal.clock.aheadMs += 24 * 3_600_000 - 60_000
    await runNow(portal, forgetLogoDrafts)
    expect(inputOf(await screenOf(await portal.signIn('front.desk')), 'practiceHeader.save')).toBeDefined()
    portal.clock.aheadMs += 2 * 60_000
    const again = await portal.signIn('front.desk')
    const { status, body } = await pressed(again, 'practiceHeader.save', input)
    expect([status, body.code]).toEqual([409, 'practiceHeader.gone'])
    await runNow(portal, forgetLogoDrafts)
    expect(await portal.database.db.$count(practiceLogoDrafts)).toBe(0)
  })

  it('is stored once for a repeated request', async ({ admin, portal }) => {
    const parts = [filePart(await logo(), 'logo.png', 'image/png')]
    const key = crypto.randomUUID()
    await admin.upload('practiceHeader.upload', parts, { key })
    const [before] = await portal.database.db.select({ id: practiceLogoDrafts.id }).from(practiceLogoDrafts)
    await admin.upload('practiceHeader.upload', parts, { key })
    expect(await portal.database.db.select({ id: practiceLogoDrafts.id }).from(practiceLogoDrafts)).toEqual([before])
  })
})

const messages: Record<string, string> = { ...fileMessages, ...practiceHeaderMessages }
const dark = '#0b3d5c'
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><rect width="90" height="90"/></svg>'
/** A picture that does not compress. */
const noise = () =>
  sharp({
    create: {
      width: 900,
      height: 300,
      channels: 3,
      background: dark,
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
/** Adds the chunk that makes a PNG an animation of one picture. Its check sum is not read. */
function animated(png: Buffer): Buffer {
  const endOfHeader = 8 + 25
  const control = Buffer.alloc(20)
  control.writeUInt32BE(8, 0)
  control.write('acTL', 4, 'latin1')
  control.writeUInt32BE(1, 8)
  return Buffer.concat([png.subarray(0, endOfHeader), control, png.subarray(endOfHeader)])
}

describe('a file', () => {
  it.for<[string, string, () => Promise<Buffer>]>([
    ['SVG', 'uploads.type', async () => Buffer.from(svg)],
    ['HTML', 'uploads.type', async () => Buffer.from('<html>')],
    ['PDF', 'uploads.type', async () => pdf],
    [
      'GIF',
      'uploads.type',
      async () =>
        sharp(await logo())
          .gif()
          .toBuffer(),
    ],
    [
      'WebP',
      'uploads.type',
      async () =>
        sharp(await logo())
          .webp()
          .toBuffer(),
    ],
    ['an animated PNG', 'practiceHeader.animated', async () => animated(await logo())],
    ['a JPEG in front of SVG', 'uploads.type', async () => Buffer.from(`\xff\xd8\xff${svg}`, 'latin1')],
    ['a truncated PNG', 'uploads.type', async () => (await noise().png().toBuffer()).subarray(0, 60_000)],
    ['a truncated JPEG', 'uploads.type', async () => (await noise().jpeg().toBuffer()).subarray(0, 20_000)],
    ['the beginning of a PNG', 'uploads.type', async () => Buffer.from('89504e470d0a1a0a', 'hex')],
    ['a decompression bomb', 'uploads.type', async () => pngOf({ width: 30_000, height: 30_000 })],
    ['of too many pixels', 'practiceHeader.tooMany', async () => pngOf({ width: 10_000, height: 8_000 })],
    ['too small to read', 'practiceHeader.tooSmall', () => logo(dark, [200, 20])],
    ['a line', 'practiceHeader.thin', () => logo(dark, [2000, 40])],
    ['empty', 'uploads.empty', async () => Buffer.alloc(0)],
    ['infected', 'uploads.virus', async () => eicar],
    ['of more than 6 MB', 'uploads.tooLarge', async () => Buffer.concat([await logo(), Buffer.alloc(6 * 1_048_576)])],
  ])(
    'that is %s is refused in words, whatever its name [2 §5.35 §9.13]',
    async ([, code, content], { admin, portal }) => {
      const { status, body } = await send(admin, await content())
      const expected = messages[code]?.replace('{width}', '200').replace('{height}', '20')
      expect([status >= 400, body.code, textOf(body as Screen)]).toEqual([
        true,
        code,
        expect.stringContaining(expected!),
      ])
      expect(await portal.database.db.$count(practiceLogoDrafts)).toBe(0)
    },
  )

  it('of 6 MB exactly is taken, and nothing that is hidden in it or behind it is kept', async ({ admin }) => {
    const hidden = '<script>alert(1)</script>'
    const content = await sharp(await logo())
      .withExif({ IFD0: { Copyright: hidden } })
      .png()
      .toBuffer()
    const rest = Buffer.alloc(6 * 1_048_576 - content.length)
    rest.write(hidden)
    expect((await send(admin, Buffer.concat([content, rest]))).status).toBe(200)
    for (const { src } of picturesOf(await screenOf(admin))) {
      const { body } = await admin.get<Buffer>(src)
      expect([body.includes(hidden), body.length < 20_000]).toEqual([false, true])
    }
  })

  it('may be a JPEG, turned as it says and in any colors', async ({ admin }) => {
    expect((await send(admin, await jpeg(), 'jpeg')).status).toBe(200) // 40 by 30 px, on its side
    expect(picturesOf(await screenOf(admin)).map(({ size }) => size)).toEqual(Array(3).fill({ width: 30, height: 40 }))
    const red = sharp({ create: { width: 600, height: 150, channels: 3, background: '#c02030' } })
    await send(admin, await red.toColourspace('cmyk').jpeg().toBuffer(), 'jpeg')
    const [header] = picturesOf(await screenOf(admin))
    const { data, info } = await (await pictureAt(admin, header!.src)).raw().toBuffer({ resolveWithObject: true })
    expect(info.channels).toBe(3)
    expect(Math.abs(data[0]! - 0xc0) + Math.abs(data[1]! - 0x20) + Math.abs(data[2]! - 0x30)).toBeLessThan(60)
  })

  it.for<[string, string | undefined, () => Promise<Buffer>]>([
    ['that is white on nothing', 'can hardly be seen on white', () => logo('#ffffff')],
    ['in pale yellow', 'can hardly be seen on white', () => logo('#fff2a8')],
    ['that is dark', undefined, () => logo()],
    ['of few pixels', 'may look blurred', () => logo(dark, [120, 40])],
  ])('%s is previewed with a warning only if it needs one', async ([, words, content], { admin }) => {
    await send(admin, await content())
    const warnings = blocksOf(await screenOf(admin), 'notice').map(({ text }) => text)
    expect(warnings).toEqual(words === undefined ? [] : [expect.stringContaining(words)])
    expect((await pressed(admin, 'practiceHeader.save')).status).toBe(200)
  })
})

describe('papers', () => {
  const address = '/practice/logo?v=1'
  async function paper(visitor: Visitor) {
    const number = await makeInvoice(visitor)
    const { body } = await visitor.get<Screen>(`/ui/screens/user/home/Invoices/${number}`)
    const { body: file } = await visitor.get<Buffer>(`/user/invoice/${number}/pdf`)
    const { pictures } = await readPdf(file)
    return { address: /\/practice\/logo[^"]*/.exec(JSON.stringify(body))?.[0], pictures }
  }

  it('show the uploaded logo instead of that of the record server [2 §3.15]', async ({ admin, maria }) => {
    expect(await paper(maria)).toEqual({ address: '/practice/logo', pictures: 1 })
    await saveLogo(admin)
    expect(await paper(maria)).toEqual({ address, pictures: 1 })
    expect(await (await pictureAt(maria, address)).metadata()).toMatchObject({ width: 600, hasAlpha: false })
    await pressed(admin, 'practiceHeader.remove')
    expect(await paper(maria)).toEqual({ address: '/practice/logo', pictures: 1 })
  })

  it('show none where the practice has switched it off, and the page says so', async ({ admin, maria, portal }) => {
    await saveLogo(admin)
    await withSetting(portal, { name: 'show_invoice_logo', value: false }, async () => {
      expect(await paper(maria)).toEqual({ address: undefined, pictures: 0 })
      expect(textOf(await screenOf(admin))).toContain('switched off in the settings')
    })
  })

  it('show the uploaded logo also while the record server is down', async ({ admin, maria, portal }) => {
    await saveLogo(admin)
    await portal.fault({ path: 'GetLogo', kind: 'hang' })
    expect(await paper(maria)).toEqual({ address, pictures: 1 })
    expect((await screenOf(admin)).title).toBe('Practice Header')
  })
})

describe('the logo of the record server', () => {
  it('shows in the header while the practice wants it and none is uploaded', async ({ admin, maria, portal }) => {
    await withSetting(portal, { name: 'Theme_Logo', value: true }, async () => {
      expect(await logoOf(maria)).toBe('/practice/mark')
      const screen = await screenOf(admin)
      expect(textOf(screen)).toContain('comes from your record system')
      for (const { src } of picturesOf(screen)) await pictureAt(admin, src)
      await saveLogo(admin)
      expect(await logoOf(maria)).toBe('/practice/mark?v=1')
      await pressed(admin, 'practiceHeader.remove')
      expect(await logoOf(maria)).toBe('/practice/mark')
    })
    expect(await logoOf(maria)).toBeUndefined()
    expect(textOf(await screenOf(admin))).toContain('No logo is uploaded')
  })

  it('is left out while the record server does not send it', async ({ portal }) => {
    portal.clock.aheadMs += 72 * 3_600_000 // later than any test before has read it
    await portal.fault({ path: 'GetLogo', kind: 'nonsense' })
    const admin = await portal.signIn('front.desk')
    expect(textOf(await screenOf(admin))).toContain('There is no logo yet')
  })
})

describe('emails', () => {
  const office = 'front.desk@lakeside.example.com'
  /** Sends a mail to the office and returns its HTML, in which the sandbox has put the pictures. */
  async function mailed(portal: RunningPortal, maria: Visitor): Promise<string> {
    expect((await maria.act('account.notifyAdmin', { note: 'A new street' })).status).toBe(200)
    const [newest] = await portal.outbox(office)
    return newest?.html ?? ''
  }

  it('carry the logo with them, with the name of the practice in its place where no pictures show', async ({
    admin,
    maria,
    portal,
  }) => {
    expect(await mailed(portal, maria)).not.toContain('<img')
    await saveLogo(admin)
    const html = await mailed(portal, maria)
    const [, type, content = '', rest] = /<img class="head" src="data:([^;]+);base64,([^"]+)" ([^>]+)>/.exec(html) ?? []
    expect([type, rest]).toEqual(['image/png', expect.stringContaining('alt="Lakeside Dermatology"')])
    expect(await sharp(Buffer.from(content, 'base64')).metadata()).toMatchObject({
      width: 384,
      height: 96,
      hasAlpha: false,
    })
    await pressed(admin, 'practiceHeader.remove')
    expect(await mailed(portal, maria)).not.toContain('<img')
  })
})

describe('two administrators', () => {
  /** Saves or removes it as another administrator. */
  const byAnother = async ({ database }: RunningPortal, seenVersion: number, content?: Buffer) => {
    const pictures = content && (await drawLogo(content, 'image/png')).pictures
    const change = { licenseeId: 'lakeside', pictures, seenVersion, by: 'night.shift', at: new Date() }
    expect(await writeLogo(database.db, change)).toBe(true)
  }

  it('do not overwrite each other unseen, and nothing is lost', async ({ admin, portal }) => {
    await send(admin, await logo())
    const input = inputOf(await screenOf(admin), 'practiceHeader.save')
    await byAnother(portal, 0, await logo('#552200'))
    const { status, body } = await pressed(admin, 'practiceHeader.save', input)
    expect([status, body.code]).toEqual([409, 'practiceHeader.changed'])
    expect(textOf(body.screen)).toMatch(/night\.shift changed the logo at .*Your picture is not saved yet/)
    const now = inputOf(body.screen!, 'practiceHeader.save')
    expect((await pressed(admin, 'practiceHeader.save', now)).status).toBe(200)
    expect(await logoOf(admin)).toBe('/practice/mark?v=2')
  })

  it('see it on the open page before they press anything', async ({ admin, portal }) => {
    await send(admin, await logo())
    await byAnother(portal, 0, await logo('#552200'))
    expect(textOf(await screenOf(admin))).toMatch(/night\.shift changed the logo at .*Saving replaces that change/)
  })

  it('who both remove it, or of whom one removes what the other has just changed, read what happened', async ({
    admin,
    portal,
  }) => {
    await saveLogo(admin)
    const input = inputOf(await screenOf(admin), 'practiceHeader.remove')
    await byAnother(portal, 1, await logo('#552200'))
    const changed = await pressed(admin, 'practiceHeader.remove', input)
    expect([changed.status, changed.body.code]).toEqual([409, 'practiceHeader.changedInstead'])
    await byAnother(portal, 2)
    const removed = await pressed(admin, 'practiceHeader.remove', { seenVersion: 2 })
    expect([removed.status, removed.body.code]).toEqual([409, 'practiceHeader.noLogo'])
    expect(textOf(removed.body.screen)).toContain('night.shift removed the logo already')
    await send(admin, await logo())
    const save = inputOf(await screenOf(admin), 'practiceHeader.save')!
    const lost = await pressed(admin, 'practiceHeader.save', { ...save, seenVersion: 2 })
    expect([lost.status, lost.body.code]).toEqual([409, 'practiceHeader.removed'])
  })
})

it('a picture that another tab has replaced, discarded or saved is not saved unseen', async ({ admin }) => {
  await send(admin, await logo())
  const seen = inputOf(await screenOf(admin), 'practiceHeader.save')
  await send(admin, await logo('#552200'))
  for (const name of ['practiceHeader.save', 'practiceHeader.discard']) {
    const { status, body } = await pressed(admin, name, name.endsWith('save') ? seen : { draft: seen!.draft })
    expect([status, body.code]).toEqual([409, 'practiceHeader.gone'])
  }
  const now = inputOf(await screenOf(admin), 'practiceHeader.save')
  expect((await pressed(admin, 'practiceHeader.save', now)).status).toBe(200)
  expect((await pressed(admin, 'practiceHeader.save', now)).body.code).toBe('practiceHeader.gone')
  expect(await logoOf(admin)).toBe('/practice/mark?v=1')
})

it(
  'the logo is either saved with its history or not at all, at whatever statement the database is lost',
  bothEngines,
  async ({ admin, portal }) => {
    const content = await logo()
    const changes = () => portal.database.db.$count(auditLog, eq(auditLog.subject, 'logo'))
    let version = 0
    await dying.everyDeath(async (dies) => {
      admin.move()
      if ((await portal.database.db.$count(practiceLogoDrafts)) === 0) await send(admin, content)
      const input = inputOf(await screenOf(admin), 'practiceHeader.save')
      const noted = await changes()
      const { status } = await dies(() => pressed(admin, 'practiceHeader.save', input))
      const [row] = await portal.database.db.select({ version: practiceLogos.version }).from(practiceLogos)
      const isSaved = (row?.version ?? 0) > version
      expect([(await changes()) - noted, await portal.database.db.$count(practiceLogoDrafts)]).toEqual(
        isSaved ? [1, 0] : [0, 1],
      )
      if (status === 200) expect(isSaved).toBe(true)
      version = row?.version ?? 0
    })
  },
)

it('who changed the logo and when stands in its history, and the page says of whom the logo is', async ({ admin }) => {
  await saveLogo(admin)
  await pressed(admin, 'practiceHeader.remove')
  const [table] = blocksOf(await screenOf(admin), 'table')
  const rows = table!.rows.slice(0, 2).map(({ cells }) => [cells.what?.text, cells.who?.text])
  expect(rows).toEqual([
    ['Removed', 'Front Desk'],
    ['Changed', 'Front Desk'],
  ])
})

it(
  'nobody but the staff for settings and the owner of the practice opens or does anything, each with their own upload',
  bothEngines,
  async ({ admin, maria, gabriel, phones, recorder, owner, other, portal }) => {
    await send(admin, await logo())
    const { draft } = inputOf(await screenOf(admin), 'practiceHeader.save')!
    const src = picturesOf(await screenOf(admin))[0]!.src
    for (const visitor of [maria, gabriel, phones, recorder, portal.visitor()]) {
      const answers = await Promise.all([
        visitor.get(page),
        visitor.get(src),
        send(visitor, await logo()),
        visitor.act('practiceHeader.save', { draft, seenVersion: 0 }),
        visitor.act('practiceHeader.remove', { seenVersion: 0 }),
        visitor.act('practiceHeader.discard', { draft }),
      ])
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(visitor.cookies.size > 0 ? 403 : 401))
    }
    expect([(await other.get(src)).status, (await owner.get(src)).status]).toEqual([404, 404])
    expect(inputOf(await screenOf(owner), 'practiceHeader.save')).toBeUndefined()
    expect((await pressed(other, 'practiceHeader.save', { draft, seenVersion: 0 })).body.code).toBe(
      'practiceHeader.gone',
    )
    expect((await pressed(other, 'practiceHeader.discard', { draft })).body.code).toBe('practiceHeader.gone')
    expect((await admin.get(src)).status).toBe(200)
  },
)

it('the dashboard of administrators has the card [2 §2.143]', async ({ admin }) => {
  const { body } = await admin.get('/ui/regions/admin.waiting')
  expect(textOf(body as unknown as Screen)).toContain('"Practice Header"')
})

import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { guardianOf } from '../support/guardians.ts'
import { tilesIn, tokenFor, turnToNoon, visitIn, actionAddress, wordsOf } from '../support/linked-screens.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { setSetting, withSetting } from '../support/switches.ts'

const test = portalTest({ maria: 'maria.alvarez' })
test.beforeAll(async ({ portal }) => {
  turnToNoon(portal)
  await setSetting(portal, { name: 'Enable_Parking_Lot_Management', value: true })
  await setSetting(portal, {
    name: 'LandingPageFeatures',
    value: 'Medical History:medical-history; Telehealth Consent:tele-consent',
  })
})

const open = (visitor: Visitor, address: string) => visitor.get(`/ui/screens${address}`)

async function linkTo(maria: Visitor, appointmentId: string): Promise<string> {
  const link = await actionAddress(maria, { list: 'upcoming', action: 'prepare', appointmentId })
  if (!link) throw new Error(`the list shows no link to ${appointmentId}`)
  return link
}

const addressOf = (token: string, flag = '1', license = 'lakeside') =>
  `/user/bookappointment/features/${token}/${license}/${flag}`

/** Opens a page of Maria by a link of its own. */
async function pageOf({ portal, maria }: { portal: RunningPortal; maria: Visitor }, appointmentId: string, flag = '1') {
  const token = await tokenFor(portal, { purpose: 'arrival', appointmentId })
  const { status, body } = await open(maria, addressOf(token, flag))
  expect(status).toBe(200)
  return { token, body, tiles: tilesIn(body.blocks) }
}

const cancel = ({ records }: RunningPortal, appointmentId: string) =>
  records.db.execute(sql`update appointments set cancelled_at = now() where appointment_n = ${Number(appointmentId)}`)

describe('the way to the page', () => {
  test('stands in the list of upcoming appointments, the same each time [1 §2.16 §2.17]', async ({ portal, maria }) => {
    const id = await visitIn(portal, 48)
    const link = await linkTo(maria, id)
    expect(link).toMatch(/^\/user\/bookappointment\/features\/[\w-]{60,100}\/lakeside\/1$/)
    expect(await linkTo(maria, id)).toBe(link)
    const { status, body } = await open(maria, link)
    expect([status, body.title]).toEqual([200, 'Prepare for your visit'])
    expect(link).not.toContain(id)
  })

  test('is not for somebody else, another practice, another purpose, or an altered link [1 §2.17 §2.18] [2 §2.29]', async ({
    portal,
    maria,
  }) => {
    const id = await visitIn(portal, 48)
    const token = await tokenFor(portal, { purpose: 'arrival', appointmentId: id })
    const upload = await tokenFor(portal, { purpose: 'upload', appointmentId: id })
    const foreign = await tokenFor(portal, { purpose: 'arrival', appointmentId: id, licenseeId: 'northgate' })
    const someoneElses = await tokenFor(portal, { purpose: 'arrival', appointmentId: id, patientId: '1002' })
    const [nora, guardian] = [await portal.signIn('new.patient'), await portal.signIn('g.alvarez@example.com')]
    const cases: [Visitor, string][] = [
      [nora, addressOf(token)],
      [guardian, addressOf(token)],
      [maria, addressOf(upload)],
      [maria, addressOf(foreign)],
      [maria, addressOf(someoneElses)],
      [maria, addressOf(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)],
      [nora, addressOf(id)],
      [nora, addressOf(Buffer.from(id).toString('base64url'))],
      [maria, addressOf(token, '2')],
      [maria, addressOf(token, '1', 'northgate')],
    ]
    for (const [visitor, address] of cases) {
      const { status, body } = await open(visitor, address)
      expect([address, status, body.code]).toEqual([address, 404, 'link.unknown'])
      expect(wordsOf(body)).not.toContain('Chen')
    }
  })

  test('asks for signing in first, and says when it has ended', async ({ portal, maria }) => {
    const id = await visitIn(portal, 48)
    const token = await tokenFor(portal, { purpose: 'arrival', appointmentId: id, endsInMs: -1 })
    expect((await open(portal.visitor(), addressOf(token))).status).toBe(401)
    const { status, body } = await open(maria, addressOf(token))
    expect([status, body.code]).toEqual([404, 'link.ended'])
  })
})

describe('the page', () => {
  test('says how to get there, but not to a video visit [1 §3.18]', async ({ portal, maria }) => {
    const inOffice = await pageOf({ portal, maria }, await visitIn(portal, 71))
    expect(wordsOf(inOffice.body)).toMatch(/"name":"Getting there","value":"[^"]*(?:[Pp]ark|[Ee]ntrance)/)
    const byVideo = await pageOf({ portal, maria }, await visitIn(portal, 70, 'telederm'))
    expect(wordsOf(byVideo.body)).not.toContain('Getting there')
    expect(wordsOf(byVideo.body)).toContain('"name":"Location","value":"By video"')
  })

  test('of a future visit offers forms and upload, and no check-in [1 §2.19 §2.66 §4.48]', async ({
    portal,
    maria,
  }) => {
    const { tiles } = await pageOf({ portal, maria }, await visitIn(portal, 72))
    expect([...tiles.values()].map(({ title }) => title)).toEqual([
      'Medical History',
      'Document upload',
      'Insurance card',
    ])
    expect(tiles.get('upload')?.do).toMatchObject({ type: 'navigate', newWindow: true })
  })

  test('of a telehealth visit has its entries too [1 §4.46 §4.47 §6.18]', async ({ portal, maria }) => {
    const { tiles } = await pageOf({ portal, maria }, await visitIn(portal, 72, 'telederm'))
    expect([...tiles.values()].map(({ title }) => title)).toContain('Telehealth Consent')
  })

  test.for([
    { when: 'is going on', hours: -0.1, flag: '1', offered: true },
    { when: 'is going on, by a link without the flag', hours: -0.1, flag: '0', offered: false },
    { when: 'is in days', hours: 72, flag: '1', offered: false },
  ])(
    'of a visit that $when offers check-in: $offered [1 §2.66 §4.48]',
    async ({ hours, flag, offered }, { portal, maria }) => {
      const { tiles } = await pageOf({ portal, maria }, await visitIn(portal, hours), flag)
      expect(tiles.has('check-in')).toBe(offered)
    },
  )

  test('of a past visit says so with the phone of the office and offers nothing [1 §4.45 §8.24 §8.26]', async ({
    portal,
    maria,
  }) => {
    const { body, tiles } = await pageOf({ portal, maria }, await visitIn(portal, -30))
    expect(wordsOf(body)).toContain('The link you clicked on, is for the appointment that is already occured.')
    expect(wordsOf(body)).toContain('For further assistance please call')
    expect(wordsOf(body)).toContain('tel:+1')
    expect([tiles.size, wordsOf(body).includes('arrival.')]).toEqual([0, false])
  })

  test('of a cancelled visit says so and offers nothing [1 §4.45 §8.25]', async ({ portal, maria }) => {
    const id = await visitIn(portal, 60)
    await cancel(portal, id)
    const { body, tiles } = await pageOf({ portal, maria }, id)
    expect(wordsOf(body)).toContain('The link you clicked on, is for the appointment that is already cancelled.')
    expect(body.title).toBe('This visit was cancelled')
    expect(body.blocks.map((each) => each.id)).toEqual(['title', 'over', 'visit-card', 'to-appointments'])
    expect([tiles.size, wordsOf(body).includes('arrival.')]).toEqual([0, false])
  })

  test('has a notice in place of forms and upload where the practice has switched them off [1 §4.50 §6.19 §8.27]', async ({
    portal,
    maria,
  }) => {
    await withSetting(portal, { name: 'Enable_PatientIntake_And_FileUpload_on_PE', value: false }, async () => {
      const { body, tiles } = await pageOf({ portal, maria }, await visitIn(portal, 50))
      expect(wordsOf(body)).toContain(
        'Patient health forms and Document upload features are temporarily disabled. Apologies for the inconvenience.',
      )
      expect(tiles.size).toBe(0)
    })
  })

  test('says in words that the record server is away', async ({ portal, maria }) => {
    const token = await tokenFor(portal, { purpose: 'arrival', appointmentId: await visitIn(portal, 50) })
    for (const path of ['GetAppointmentStatus', 'GetConfirmationStatus', 'lakeside/api']) {
      await portal.fault({ kind: 'down', path })
      expect([path, (await open(maria, addressOf(token))).status]).toEqual([path, 503])
      await portal.heal()
    }
    expect((await open(maria, addressOf(token))).status).toBe(200)
  })
})

const arrivedAt = async ({ records }: RunningPortal, id: string) => {
  const result = await records.db.execute<{ arrived_at: Date | null; confirmed_at: Date | null }>(
    sql`select arrived_at, confirmed_at from appointments where appointment_n = ${Number(id)}`,
  )
  return result.rows[0]
}

describe('telling the office', () => {
  test('of the arrival is answered, recorded and shown [1 §4.49]', async ({ portal, maria }) => {
    const id = await visitIn(portal, -0.1)
    const { token } = await pageOf({ portal, maria }, id)
    const { status, body } = await maria.act('arrival.confirm', { link: token })
    expect([status, wordsOf(body)]).toEqual([200, expect.stringContaining('Patient Arrival is confirmed')])
    expect((await arrivedAt(portal, id))?.arrived_at).not.toBeNull()
    const after = await pageOf({ portal, maria }, id)
    expect(wordsOf(after.body)).toContain('Our office will be notified of your arrival')
    expect(after.tiles.has('check-in')).toBe(false)
  })

  test('is refused on other days, for others, by altered links and where it is switched off [1 §4.48 §6.20]', async ({
    portal,
    maria,
  }) => {
    const future = await tokenFor(portal, { purpose: 'arrival', appointmentId: await visitIn(portal, 72) })
    const past = await tokenFor(portal, { purpose: 'arrival', appointmentId: await visitIn(portal, -40) })
    const today = await tokenFor(portal, { purpose: 'arrival', appointmentId: await visitIn(portal, -0.1) })
    const nora = await portal.signIn('new.patient')
    const refusal = async (visitor: Visitor, link: string) => {
      const { status, body } = await visitor.act('arrival.confirm', { link })
      return [status, body.code]
    }
    expect(await refusal(maria, future)).toEqual([409, 'arrival.notToday'])
    expect(await refusal(maria, past)).toEqual([409, 'arrival.over'])
    expect(await refusal(nora, today)).toEqual([404, 'link.unknown'])
    expect(await refusal(maria, `${today}x`)).toEqual([404, 'link.unknown'])
    await withSetting(portal, { name: 'Enable_Parking_Lot_Management', value: false }, async () => {
      expect(await refusal(maria, today)).toEqual([403, 'route.off'])
    })
  })

  test('can be tried again after a lost answer', async ({ portal, maria }) => {
    const id = await visitIn(portal, -0.1)
    const { token } = await pageOf({ portal, maria }, id)
    await portal.fault({ kind: 'lost', path: 'ParkingLotConfirmation' })
    expect((await maria.act('arrival.confirm', { link: token })).status).toBe(504)
    await portal.heal()
    expect((await maria.act('arrival.confirm', { link: token })).status).toBe(200)
  })

  test('that one will come is recorded', async ({ portal, maria }) => {
    const id = await visitIn(portal, 90)
    const { token } = await pageOf({ portal, maria }, id)
    expect((await maria.act('arrival.confirmVisit', { link: token })).status).toBe(200)
    expect((await arrivedAt(portal, id))?.confirmed_at).not.toBeNull()
    expect(wordsOf((await pageOf({ portal, maria }, id)).body)).toContain('You have confirmed this appointment.')
  })
})

describe('a form of the page', () => {
  test('leads to its page at the practice, by a way of this portal', async ({ portal, maria }) => {
    const { token } = await pageOf({ portal, maria }, await visitIn(portal, 72))
    const { status, body } = await maria.act('arrival.openForm', { link: token, template: 'medical-history' })
    expect([status, body.effects[0]]).toMatchObject([200, { type: 'navigate', newWindow: true }])
    const [effect] = body.effects
    const answer = await maria.get(effect?.type === 'navigate' ? effect.to : '')
    expect(answer.status).toBe(302)
    expect(answer.headers.location).toMatch(/\/lakeside\/forms\/medical-history$/)
  })

  test('is neither shown nor opened to a guardian limited to appointments', async ({ portal, maria }) => {
    const id = await visitIn(portal, 72)
    const scoped = await guardianOf(portal, maria, [1])
    const page = await pageOf({ portal, maria: scoped }, id)
    expect(wordsOf(page.body)).toContain('Document upload')
    expect(wordsOf(page.body)).not.toMatch(/arrival\.openForm|user\/home\/Forms/i)
    const { status, body } = await scoped.act('arrival.openForm', { link: page.token, template: 'medical-history' })
    expect([status, body.code]).toEqual([403, 'access.denied'])
    const full = await guardianOf(portal, maria, [1, 2, 3, 4, 5, 6, 7])
    const own = await pageOf({ portal, maria: full }, id)
    expect((await full.act('arrival.openForm', { link: own.token, template: 'medical-history' })).status).toBe(200)
  })

  test.for(['tele-consent', 'no-such-template', '../../admin'])(
    'called %s is not there',
    async (template, { portal, maria }) => {
      const { token } = await pageOf({ portal, maria }, await visitIn(portal, 72))
      const { status, body } = await maria.act('arrival.openForm', { link: token, template })
      expect([status, body.code]).toEqual([404, 'arrival.noForm'])
    },
  )
})

test('the thank-you says what was done [1 §2.15 §2.67 §2.68] [2 §2.28]', async ({ maria }) => {
  const words = async (query: string) => wordsOf((await open(maria, `/user/bookappointment/closure${query}`)).body)
  expect(await words('?origin=upload')).toContain('Please close this tab to continue.')
  for (const query of ['', '?origin=elsewhere'])
    expect(await words(query)).toContain('Thank you for booking an appointment with us. Have a great day!')
})

interface ShortLink {
  code: string
  target: string
  expires?: string
}

describe('a short link', () => {
  const keep = ({ records }: RunningPortal, { code, target, expires }: ShortLink) =>
    records.db.execute(
      sql`insert into short_links (practice, code, target, expires_at) values ('lakeside', ${code}, ${target}, ${expires ?? null}::timestamptz)`,
    )

  test('leads to its screen of this portal [1 §2.22] [2 §2.32]', async ({ portal, maria }) => {
    const { status, body } = await open(maria, '/user/redirect/visits')
    expect(status).toBe(200)
    expect(wordsOf(body)).toContain('"to":"/user/home/appointments"')
    expect((await open(portal.visitor(), '/user/redirect/visits')).status).toBe(401)
  })

  test('with the address of this portal leads there', async ({ portal, maria }) => {
    await keep(portal, { code: 'own', target: 'http://lakeside.localhost/user/home/dashboard?x=1' })
    expect(wordsOf((await open(maria, '/user/redirect/own')).body)).toContain('"to":"/user/home/dashboard?x=1"')
  })

  test.for([
    'https://evil.example/user/home/appointments',
    '//evil.example/user/login',
    '/\\evil.example',
    'javascript:alert(1)',
    '/user/redirect/loop',
    '/admin/settings',
    '/ui/shell',
    '/user/home/../../admin/settings',
    'https://lakeside.localhost@evil.example/user/login',
    '/user/home/%2e%2e/x y',
  ])('to %s is not followed [1 §2.22]', async (target, { portal, maria }) => {
    const code = `bad${Buffer.from(target).toString('hex').slice(0, 40)}${target.length}`
    await keep(portal, { code, target })
    const { status, body } = await open(maria, `/user/redirect/${code}`)
    expect([status, body.code]).toEqual([404, 'arrival.noTarget'])
    expect(wordsOf(body)).not.toContain('evil')
  })

  test('that is unknown, ended or no code is a screen that says so', async ({ portal, maria }) => {
    await keep(portal, { code: 'ended', target: '/user/home/dashboard', expires: '2020-01-01T00:00:00Z' })
    for (const code of ['nothing', 'ended', '..%2F..%2Fadmin', 'x'.repeat(65), 'news']) {
      const { status, body } = await open(maria, `/user/redirect/${code}`)
      expect([code, status, body.code, body.screen !== undefined]).toEqual([code, 404, 'arrival.noTarget', true])
    }
  })
})

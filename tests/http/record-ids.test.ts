import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { visitIn, wordsOf } from '../support/linked-screens.ts'
import { tokenTo, goodPassword, newInvitation } from '../support/guardians.ts'
import { guestOf } from '../support/guests.ts'
import { portalTest } from '../support/portal-test.ts'
import type { Visitor } from '../support/portal.ts'
import { withSetting } from '../support/switches.ts'
import { mariaN } from '../support/visits.ts'
import { paths, patientPages } from '../../server/practice/paths.ts'
import { invoicePaths } from '../../server/features/invoices/invoices.paths.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { categoryPart } from '../../server/features/uploads/uploads.rules.ts'

const base64 = (id: string) => Buffer.from(id).toString('base64')

/** With a visit of hers in two days, one by video, and one three days ago. */
const test = portalTest({ maria: 'maria.alvarez' })
  .extend('visit', { scope: 'file' }, ({ portal }) => visitIn(portal, 48))
  .extend('video', { scope: 'file' }, ({ portal }) => visitIn(portal, 50, 'telederm'))
  .extend('past', { scope: 'file' }, ({ portal }) => visitIn(portal, -72))

const open = (visitor: Visitor, address: string) => visitor.get(`/ui/screens${address}`)

interface Ids {
  visit: string
  video: string
  past: string
}

/** The pages to which reminders lead, with what their own addresses look like; `of` writes a number. */
const pages: [string, (ids: Ids, of: (id: string) => string) => string, RegExp][] = [
  [
    'the page before a visit',
    ({ visit }, of) => `/user/bookappointment/features/${of(visit)}/lakeside/1`,
    /^\/user\/bookappointment\/features\/[\w-]{60,}\/lakeside\/1$/,
  ],
  [
    'the page before a video visit',
    ({ video }, of) => `/user/bookappointment/features/${of(video)}/lakeside/1`,
    /^\/user\/bookappointment\/features\/[\w-]{60,}\/lakeside\/0$/,
  ],
  ['uploads', ({ visit }, of) => `/user/fileupload/${of(visit)}`, /^\/user\/fileupload\/[\w-]{60,}$/],
  [
    'uploads of an insurance card',
    ({ visit }, of) => `/user/fileupload/${of(visit)}?card=insurance`,
    /^\/user\/fileupload\/[\w-]{60,}\?card=insurance$/,
  ],
  [
    'the code for a phone',
    ({ visit }, of) => `/user/fileupload/qrcode/${of(visit)}/${base64('Lab results')}`,
    /^\/user\/fileupload\/qrcode\/[\w-]{60,}\/[\w=-]+$/,
  ],
  ['the survey', ({ past }, of) => `/appointments/reviews/${of(past)}/0`, /^\/appointments\/reviews\/[\w-]{60,}\/0$/],
  [
    'a video visit',
    ({ video }, of) => `/appointment/tele/${of(String(mariaN))}/${of(video)}`,
    /^\/appointment\/tele\/[\w-]{60,}\/[\w-]{22}$/,
  ],
]

describe.each(pages)("the record server's id in the address of %s", (_what, addressOf, own) => {
  test.for([
    ['plain', (id: string) => id],
    ['in base64', base64],
    ['in base64 without padding', (id: string) => base64(id).replaceAll('=', '')],
  ] as const)(
    '%s leads its patient there [1 §2.17 §2.19 §2.20 §2.23] [2 §2.29 §2.30 §2.31 §2.33]',
    async ([, of], { maria, visit, video, past }) => {
      const { status, body } = await open(maria, addressOf({ visit, video, past }, of))
      expect([status, body.code, body.redirect]).toEqual([404, 'link.moved', expect.stringMatching(own)])
      const page = await open(maria, body.redirect ?? '')
      expect([page.status, page.body.title]).toEqual([200, expect.stringMatching(/\w/)])
      expect(wordsOf(page.body)).not.toContain(base64(visit))
    },
  )

  test('is as unknown to others as one that never was', async ({ portal, maria, visit, video, past }) => {
    const address = addressOf({ visit, video, past }, base64)
    const [nora, ben] = [await portal.signIn('new.patient'), await portal.signIn('ben.carter')]
    const never = await open(maria, addressOf({ visit: '99999999', video: '99999999', past: '99999999' }, base64))
    expect([never.status, never.body.redirect]).toEqual([404, undefined])
    for (const stranger of [nora, ben]) {
      const { status, body } = await open(stranger, address)
      expect([status, body.detail, body.redirect]).toEqual([404, never.body.detail, undefined])
    }
    expect((await open(await portal.signIn('front.desk'), address)).body.redirect).toBeUndefined()
  })

  test('asks a visitor to sign in, and then to come back', async ({ portal, visit, video, past }) => {
    const address = addressOf({ visit, video, past }, base64)
    const { body } = await open(portal.visitor(), address)
    const [, next = ''] = /\/user\/login\?next=([^"]+)/.exec(wordsOf(body)) ?? []
    expect(decodeURIComponent(decodeURIComponent(next))).toBe(address)
    const input = { Username: 'maria.alvarez', Password: 'Sunny-Harbor-42', next: decodeURIComponent(next) }
    const { body: signedIn } = await portal.visitor().act('account.signIn', input)
    expect(wordsOf(signedIn)).toContain(JSON.stringify(decodeURIComponent(next)).slice(1, -1))
  })

  test('is refused with words while the record server is down', async ({ portal, maria, visit, video, past }) => {
    await portal.fault({ kind: 'down', path: 'GetAppointment' })
    const { status, body } = await open(maria, addressOf({ visit, video, past }, base64))
    expect([status, body.redirect, body.screen !== undefined]).toEqual([503, undefined, true])
  })

  test.for([
    '0',
    '-1',
    '1.5',
    '007',
    '1234567890',
    '9'.repeat(400),
    '%F0%9F%98%80',
    '..%2F1',
    base64('x'),
    base64('0'),
  ])('and %s for it leads nowhere', async (wrong, { maria, visit, video, past }) => {
    const address = addressOf({ visit, video, past }, () => wrong)
    const { status, body } = await open(maria, address)
    expect([status, body.redirect]).toEqual([404, undefined])
  })
})

test('a guardian with other parts only is led to no appointment', async ({ portal, maria, visit, video, past }) => {
  await withSetting(portal, { name: 'Guardian_Invitations', value: true }, async () => {
    const request = newInvitation({ scope: [2, 3] })
    expect((await maria.act('account.inviteGuardian', request)).status).toBe(200)
    const guardian = portal.visitor()
    const token = await tokenTo(portal, request.Auth_Login)
    const typed = { Password: goodPassword, Password2: goodPassword }
    expect((await guardian.act('account.acceptInvitation', { token, ...typed })).status).toBe(200)
    for (const [, addressOf] of pages) {
      const { status, body } = await open(guardian, addressOf({ visit, video, past }, base64))
      expect([status, body.code, body.redirect]).toEqual([403, 'route.off', undefined])
    }
  })
})

test("the room of a video visit with somebody else's number before it leads nowhere", async ({ maria, video }) => {
  for (const patient of ['1002', base64('1002'), 'x'])
    expect((await open(maria, `/appointment/tele/${patient}/${video}`)).body.code).toBe('visits.unknown')
  expect((await open(maria, `/appointment/tele/${video}/${video}`)).body.code).toBe('link.moved')
})

test('a guest who pays the bill of a patient has no video visit', async ({ portal, video }) => {
  const guest = await guestOf(portal)
  const { body } = await open(guest, `/appointment/tele/${people.eleanorWhitfield.patientN}/${video}`)
  expect([body.status, body.code]).toEqual([404, 'visits.unknown'])
})

test('the category of a code may be written in either base64, and its code leads to the camera', async ({
  portal,
  maria,
  visit,
}) => {
  for (const part of [base64('Lab results'), categoryPart('Lab results'), base64('Insurance card')]) {
    const { body } = await open(maria, `/user/fileupload/qrcode/${visit}/${part}`)
    const page = await open(maria, body.redirect ?? '')
    expect([part, page.status]).toEqual([part, 200])
    const [camera = ''] = /\/user\/fileupload\/camera\/[^"]+/.exec(wordsOf(page.body)) ?? []
    expect([part, (await open(portal.visitor(), camera)).status]).toEqual([part, 200])
  }
})

test('short links lead to every page for patients, and to none of administrators [1 §2.22] [2 §2.32]', async ({
  portal,
  maria,
  visit,
}) => {
  const leadsTo = async (target: string) => {
    const code = Buffer.from(target).toString('hex').slice(-60)
    await portal.records.db.execute(
      sql`insert into short_links (practice, code, target) values ('lakeside', ${code}, ${target})`,
    )
    const { status } = await open(maria, `/user/redirect/${code}`)
    return status === 200
  }
  const pages = portal.portal.screens.map(({ route }) => route.replaceAll(/:\w+/g, base64(visit)))
  const isForPatients = (path: string) =>
    ['/', '/privacypolicy', '/ThankYou'].includes(path) || patientPages.some((page) => path.startsWith(page))
  const ofGuests: string[] = [paths.guestBilling(), invoicePaths.guestInvoice(), paths.guestPayment()]
  const inside = pages.filter(
    (path) => isForPatients(path) && !ofGuests.includes(path) && !path.startsWith('/user/redirect/'),
  )
  const outside = pages.filter((path) => !inside.includes(path))
  expect([inside.length > 25, outside.length > 5]).toEqual([true, true])
  const followed = await Promise.all(pages.map(async (path) => ((await leadsTo(path)) ? [path] : [])))
  expect(followed.flat().toSorted()).toEqual(inside.toSorted())
})

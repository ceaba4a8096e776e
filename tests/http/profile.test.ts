import { desc, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { RegionContent } from '../../schemas/screen.ts'
import { auditLog } from '../../server/db/schema.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { practices } from '../support/guardians.ts'
import { withSetting } from '../support/switches.ts'
import { bothEngines } from '../support/databases.ts'

const offices = { lakeside: 'front.desk@lakeside.example.com', northgate: 'office@northgate.example.com' }
const sent = 'Your request for updating profile details has been sent successfully!'
const notSent = 'Please contact office as we are facing trouble sending email.'

const test = portalTest({ maria: 'maria.alvarez', nora: 'new.patient', gabriel: 'g.alvarez@example.com' })

const screenOf = (visitor: Visitor) => visitor.get('/ui/screens/user/home/Profile')

function factsIn(blocks: unknown): Record<string, unknown> {
  const facts = blocksIn(blocks).find(({ kind }) => kind === 'facts') as BlockOf<'facts'> | undefined // of that kind
  return Object.fromEntries((facts?.facts ?? []).map(({ name, value }) => [name, value]))
}

function blocksIn(value: unknown): { kind: string }[] {
  if (Array.isArray(value)) return value.flatMap(blocksIn)
  if (typeof value !== 'object' || value === null) return []
  const own = 'kind' in value ? [value as { kind: string }] : [] // checked above
  return [...own, ...Object.values(value).flatMap(blocksIn)]
}

async function profileOf(visitor: Visitor): Promise<Record<string, unknown>> {
  const { status, body } = await visitor.get<RegionContent>('/ui/regions/account.profile')
  expect(status).toBe(200)
  return factsIn(body.blocks)
}

async function lastAudit({ database }: Pick<RunningPortal, 'database'>, event: string) {
  const [row] = await database.db
    .select()
    .from(auditLog)
    .where(sql`${auditLog.event} = ${event}`)
    .orderBy(desc(auditLog.id))
    .limit(1)
  return row
}

describe('the profile', () => {
  test('shows a patient the details of their own record [1 §5.17 §9.16 §9.20] [2 §1.15 §2.18 §2.128 §3.36 §7.29 §9.26]', async ({
    maria,
  }) => {
    const { status, body } = await screenOf(maria)
    expect([status, body.title]).toEqual([200, 'Profile'])
    const profile = await profileOf(maria)
    expect(profile).toMatchObject({
      Name: 'Maria Alvarez',
      Address: '349 Lincoln Avenue, Apartment 5C, New York, NY 10011',
      'Cell phone': [{ text: '(212) 555-0161', href: 'tel:+12125550161' }],
      Email: 'maria.alvarez@example.com',
      'Date of birth': '06/21/1984',
      Gender: 'Female',
    })
    expect(Object.keys(profile).some((name) => /insurance/i.test(name))).toBe(true)
  })

  test('shows the pharmacy, and leads to another one', async ({ portal, maria, nora, gabriel }) => {
    const pharmacyOf = async (visitor: Visitor) => {
      const { body } = await visitor.get<RegionContent>('/ui/regions/account.pharmacy')
      const [facts] = blocksIn(body.blocks) as BlockOf<'facts'>[] // the region has one block
      const fact = facts?.facts[0]
      return [JSON.stringify(fact?.value), fact?.change?.label, fact?.change?.do] as const
    }
    const search = { type: 'navigate', to: '/user/home/Myrecord/pharmacy' }
    expect(await pharmacyOf(maria)).toEqual([expect.stringContaining('Pharmacy'), 'Change', search])
    expect(await pharmacyOf(nora)).toEqual(['"Not given"', 'Find Pharmacy', search])
    expect(JSON.stringify((await screenOf(maria)).body)).toContain('account.pharmacy')
    expect((await gabriel.get('/ui/regions/account.pharmacy')).status).toBe(403)
    await portal.fault({ kind: 'down', path: 'GetPharmacy' })
    expect((await maria.get('/ui/regions/account.pharmacy')).status).toBe(503)
    expect(await profileOf(maria)).toMatchObject({ Name: 'Maria Alvarez' })
    await portal.heal()
    await withSetting(portal, { name: 'enable_portal_dashboard_options', value: [1, 2] }, async () => {
      expect((await maria.get('/ui/regions/account.pharmacy')).status).toBe(403)
      expect(JSON.stringify((await screenOf(maria)).body)).not.toContain('account.pharmacy')
    })
  })

  test('is of the own practice and the own record only', async ({ portal, nora }) => {
    const ben = await portal.signIn('ben.carter')
    expect(await profileOf(ben)).toMatchObject({ Name: 'Ben Carter', 'Date of birth': '08/03/1991', Gender: 'Male' })
    expect(await profileOf(nora)).toMatchObject({ Name: 'Nora Quinn' })
    expect((await ben.get('/ui/regions/account.profile', { host: 'lakeside.localhost' })).status).toBe(401)
  })

  test('shows a guardian only their own name and birth date [2 §2.130 §6.5 §7.30]', async ({ gabriel }) => {
    const { status, body } = await screenOf(gabriel)
    expect(status).toBe(200)
    expect(factsIn(body.blocks)).toEqual({ Name: 'Gabriel Alvarez', 'Date of birth': '03/08/1982' })
    expect(JSON.stringify(body)).not.toContain('Lucas')
    expect(blocksIn(body.blocks).some(({ kind }) => kind === 'form' || kind === 'region')).toBe(false)
    expect((await gabriel.get('/ui/regions/account.profile')).status).toBe(403)
    expect((await gabriel.act('account.notifyAdmin', { note: 'Hello' })).status).toBe(403)
  })

  test('is closed to visitors and administrators', async ({ portal }) => {
    const admin = await portal.signIn('front.desk')
    expect((await screenOf(admin)).status).toBe(403)
    expect((await screenOf(portal.visitor())).status).toBe(401)
    expect((await portal.visitor().act('account.notifyAdmin', { note: 'Hello' })).status).toBe(401)
  })

  test('keeps its request form while the record server is away', async ({ portal, maria }) => {
    await portal.fault({ kind: 'down', path: 'GetPatientHeader' })
    const { status, body } = await screenOf(maria)
    expect([status, blocksIn(body.blocks).some(({ kind }) => kind === 'form')]).toEqual([200, true])
    expect((await maria.get('/ui/regions/account.profile')).status).toBe(503)
  })
})

describe('a request to change details', () => {
  test('has a button that is off until something is written, and counts to 250 [2 §2.129]', async ({ maria }) => {
    const { body } = await screenOf(maria)
    const form = blocksIn(body.blocks).find(({ kind }) => kind === 'form') as BlockOf<'form'> // of that kind
    expect(form.submit.label).toBe('Notify Admin')
    expect(form.submit.when?.condition).toEqual({ path: '/note', exists: true, ne: '' })
    expect(form.fields).toMatchObject([{ name: 'note', widget: 'multiline', count: true }])
    expect(form.schema).toMatchObject({ properties: { note: { maxLength: 250 } } })
  })

  test.for(practices)(
    'reaches the office of $practice as plain words [2 §1.16 §4.58 §4.59 §7.40 §8.25]',
    async ({ practice, login, patient, name }, { portal }) => {
      const visitor = await portal.signIn(login)
      const note = `<script>alert('${practice}')</script>\r\nBcc: all@example.com\r\n\r\nNew street: 5 Elm & Oak`
      const { status, body } = await visitor.act('account.notifyAdmin', { note })
      expect(status).toBe(200)
      expect(body.effects).toEqual([
        { type: 'refresh', what: 'screen' },
        { type: 'notify', tone: 'success', text: sent },
      ])
      const [mail] = await portal.outbox(offices[practice])
      expect(mail?.from).toContain(name)
      for (const words of [name, `${patient.firstName} ${patient.lastName}`, patient.emrid, 'New street: 5 Elm & Oak'])
        expect(mail?.text).toContain(words)
      expect(mail?.text).toContain(`<script>alert('${practice}')</script>`)
      expect(await portal.outbox('all@example.com')).toEqual([])
      expect(await lastAudit(portal, 'action:account.notifyAdmin')).toMatchObject({
        outcome: 'ok',
        transmitTo: offices[practice],
        transmitStatus: 'sent',
      })
    },
  )

  test('may have 250 characters and not one more, and must say something [2 §5.40 §9.9]', async ({ nora }) => {
    expect((await nora.act('account.notifyAdmin', { note: 'é'.repeat(250) })).status).toBe(200)
    const long = await nora.act('account.notifyAdmin', { note: 'é'.repeat(251) })
    expect([long.status, long.body.errors[0]?.message]).toEqual([422, 'Please enter at most 250 characters.'])
    for (const note of ['', '  \n ', undefined]) {
      const { status, body } = await nora.act('account.notifyAdmin', { note })
      expect([status, body.errors[0]?.message]).toEqual([422, 'Please write what to change.'])
    }
  })

  test('says so when the office address cannot be looked up [2 §8.24 §8.27]', async ({ portal, nora }) => {
    await portal.fault({ kind: 'down', path: 'GetFacilityEmailID' })
    const { status, body } = await nora.act('account.notifyAdmin', { note: 'A new name' })
    expect([status, body.detail]).toEqual([503, notSent])
  })

  test('says so when the mail server is down, sends nothing later, and can be tried again [2 §8.24 §8.26]', async ({
    portal,
    nora,
  }) => {
    const before = (await portal.outbox(offices.lakeside)).length
    await portal.fault({ kind: 'down', path: 'smtp' })
    const { status, body } = await nora.act('account.notifyAdmin', { note: 'Once only' })
    expect([status, body.detail]).toEqual([503, notSent])
    expect(await lastAudit(portal, 'action:account.notifyAdmin')).toMatchObject({
      outcome: 'profile.notSent',
      transmitStatus: 'failed',
    })
    await portal.heal()
    expect((await nora.act('account.notifyAdmin', { note: 'Once only' })).status).toBe(200)
    expect((await portal.outbox(offices.lakeside)).length).toBe(before + 1)
  })

  test('is sent once for each key, and not without end', bothEngines, async ({ portal }) => {
    const [someone] = await portal.crowd(1)
    const key = 'a-key-of-its-own'
    const before = (await portal.outbox(offices.lakeside)).length
    const answers = await Promise.all(
      [1, 2].map(() => someone!.act('account.notifyAdmin', { note: 'Pressed twice' }, { key })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await portal.outbox(offices.lakeside)).length).toBe(before + 1)
    const more = []
    for (let index = 0; index < 10; index++)
      more.push((await someone!.act('account.notifyAdmin', { note: `Again ${index}` })).status)
    expect(more.at(-1)).toBe(429)
  })
})

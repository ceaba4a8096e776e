import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { RegionContent } from '../../schemas/screen.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'

const history = { name: 'Medical History', template: 'medical-history' }
const consent = { name: 'Consent to Treat a Minor', template: 'consent-minor' }

const it = portalTest({ maria: 'maria.alvarez', nora: 'new.patient', gabriel: 'g.alvarez@example.com' })
it.beforeEach(async ({ portal }) => {
  await portal.records.db.execute(
    sql`update assigned_forms set status = 'AssignToPatient' where template_name = ${history.template}`,
  )
})

async function listOf(visitor: Visitor): Promise<BlockOf<'table'>> {
  const { status, body } = await visitor.get<RegionContent>('/ui/regions/forms.list')
  expect(status).toBe(200)
  const [block] = body.blocks
  if (block?.kind !== 'table') throw new Error(`no table: ${JSON.stringify(body)}`)
  return block
}

const statusesOf = ({ rows }: BlockOf<'table'>) => rows.map(({ cells }) => [cells.name?.text, cells.status?.text])

async function openHistory(visitor: Visitor): Promise<string> {
  const { status, body } = await visitor.act('forms.open', history)
  expect(status).toBe(200)
  const [effect] = body.effects
  if (effect?.type !== 'navigate') throw new Error(`leads nowhere: ${JSON.stringify(body)}`)
  return effect.to
}

async function leadsTo(visitor: Visitor, link: string): Promise<unknown> {
  const { status, headers } = await visitor.get(link)
  expect(status).toBe(302)
  return headers.location
}

async function statusOnRecord({ records }: RunningPortal): Promise<unknown> {
  const result = await records.db.execute<{ status: string }>(
    sql`select status from assigned_forms where template_name = ${history.template}`,
  )
  return result.rows[0]?.status
}

describe('the forms of a patient', () => {
  it('are those to fill in, in the words of the specification, with their dates [1 §3.24] [2 §1.14 §2.21 §2.126 §4.50 §4.51 §9.27]', async ({
    maria,
  }) => {
    expect((await maria.get('/ui/screens/user/home/Forms')).body.title).toBe('Forms')
    const table = await listOf(maria)
    expect(table.columns.map(({ label }) => label)).toEqual([
      'Form Name',
      'Form Created Date',
      'Form Modified Date',
      'Status',
    ])
    expect(statusesOf(table)).toEqual([
      ['Medical History', 'Not started'],
      ['Skin Cancer Screening Questionnaire', 'Started'],
    ])
    for (const { cells } of table.rows)
      expect([cells.created?.text, cells.modified?.text]).toEqual(
        Array(2).fill(expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/)),
      )
    expect(JSON.stringify(table)).not.toContain('Notice of Privacy Practices')
  })

  it('are a sentence when there are none', async ({ nora }) => {
    expect(await listOf(nora)).toMatchObject({
      rows: [],
      empty: { text: 'When the office asks you to fill in a form, it will be shown here.' },
    })
  })

  it('are for a guardian those of the patient they act for [2 §6.3]', async ({ gabriel }) => {
    expect(statusesOf(await listOf(gabriel))).toEqual([['Consent to Treat a Minor', 'Not started']])
    expect((await gabriel.act('forms.open', consent)).status).toBe(200)
    expect(statusesOf(await listOf(gabriel))).toEqual([['Consent to Treat a Minor', 'Started']])
    expect((await gabriel.act('forms.open', history)).status).toBe(404)
  })

  it('are not for visitors, nor for admins', async ({ portal }) => {
    const admin = await portal.signIn('front.desk')
    for (const path of ['/ui/screens/user/home/Forms', '/ui/regions/forms.list']) {
      expect((await portal.visitor().get(path)).status).toBe(401)
      expect((await admin.get(path)).status).toBe(403)
    }
  })
})

describe('opening a form', () => {
  it('starts it and leads to its page in a new tab [2 §2.127 §4.52]', async ({ portal, maria }) => {
    const { body } = await maria.act('forms.open', history)
    expect(body.effects).toMatchObject([
      { type: 'navigate', newWindow: true, to: expect.stringMatching(/^\/practice\/forms\/[\w-]+$/) },
      { type: 'refresh', what: 'region', id: 'forms.list' },
    ])
    expect(await statusOnRecord(portal)).toBe('Started')
    expect(statusesOf(await listOf(maria))[0]).toEqual(['Medical History', 'Started'])
    const { rows } = await portal.database.db.execute(
      sql`select actor, outcome from audit_log where event = 'action:forms.open' order by id desc limit 1`,
    )
    expect(rows).toEqual([{ actor: 'maria.alvarez', outcome: 'ok' }])
    expect(await leadsTo(maria, await openHistory(maria))).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\/lakeside\/forms\/medical-history$/,
    )
  })

  it('is possible again, and once for each key', async ({ maria }) => {
    const key = 'the-key-of-opening'
    const first = await maria.act('forms.open', history, { key })
    expect((await maria.act('forms.open', history, { key })).body).toEqual(first.body)
    expect(await openHistory(maria)).not.toBe(await openHistory(maria))
  })

  it("is refused for what is not in one's own list", async ({ portal, maria, nora }) => {
    const completed = { name: 'Notice of Privacy Practices', template: 'privacy-practices' }
    for (const form of [completed, consent, { ...history, name: 'Another name' }]) {
      const { status, body } = await maria.act('forms.open', form)
      expect([status, body.code]).toEqual([404, 'forms.unknown'])
    }
    expect((await nora.act('forms.open', history)).status).toBe(404)
    expect((await maria.act('forms.open', { ...history, patient_n: '1003' })).status).toBe(422)
    expect(await statusOnRecord(portal)).toBe('AssignToPatient')
  })

  it('says so when the record server is away, and leaves the form as it was', async ({ portal, maria }) => {
    await portal.fault({ kind: 'down', path: 'PatientPortal' })
    expect(await maria.act('forms.open', history)).toMatchObject({
      status: 503,
      body: { code: 'practice.unavailable' },
    })
    expect(await maria.get('/ui/regions/forms.list')).toMatchObject({ status: 503 })
    expect((await maria.get('/ui/screens/user/home/Forms')).status).toBe(200)
    await portal.heal()
    expect(await statusOnRecord(portal)).toBe('AssignToPatient')
  })

  it('can be done again after its answer was lost', async ({ portal, maria }) => {
    await portal.fault({ kind: 'lost', path: 'UpdateFormsData', times: 1 })
    expect((await maria.act('forms.open', history)).status).toBe(504)
    expect(statusesOf(await listOf(maria))[0]).toEqual(['Medical History', 'Started'])
    expect(await leadsTo(maria, await openHistory(maria))).toContain('/lakeside/forms/medical-history')
  })

  it('never leads to what is no web address', async ({ portal, maria }) => {
    await portal.fault({ kind: 'nonsense', path: 'UpdateFormsData', times: 1 })
    expect(await maria.act('forms.open', history)).toMatchObject({ status: 502, body: { code: 'practice.nonsense' } })
  })
})

describe('the way to a form', () => {
  const list = '/user/home/Forms'

  it('is open to nobody else, and says nothing', async ({ portal, maria, nora, gabriel }) => {
    const link = await openHistory(maria)
    for (const visitor of [nora, gabriel, portal.visitor(), await portal.signIn('ben.carter')])
      expect(await leadsTo(visitor, link)).toBe(list)
    expect(Buffer.from(link.split('/').at(-1) ?? '', 'base64url').toString('latin1')).not.toContain('medical')
  })

  it('closes after a minute', async ({ portal, maria }) => {
    const link = await openHistory(maria)
    portal.clock.aheadMs = 59_000
    expect(await leadsTo(maria, link)).toContain('/forms/medical-history')
    portal.clock.aheadMs = 61_000
    expect(await leadsTo(maria, link)).toBe(list)
  })

  it('cannot be made up', async ({ maria }) => {
    const link = await openHistory(maria)
    const altered = link.slice(0, -2) + (link.endsWith('AA') ? 'BB' : 'AA')
    for (const wrong of [altered, '/practice/forms/x', `/practice/forms/${'x'.repeat(2000)}`])
      expect(await leadsTo(maria, wrong)).toBe(list)
    expect((await maria.get(`${link}/https://evil.example`)).status).toBe(404)
  })
})

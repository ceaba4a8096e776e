import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { describe, expect } from 'vitest'
import type { EffectOf } from '../../schemas/effect.ts'
import type { Screen } from '../../schemas/screen.ts'
import { addDays, dateText, dayOf } from '../../server/protocol/time-words.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { ccdaXml } from '../support/ccda.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'

const test = portalTest({ maria: 'maria.alvarez', gabriel: 'g.alvarez@example.com', nora: 'new.patient' })
const page = '/user/home/SimpleMail'

interface Answer {
  effects?: (EffectOf<'open'> | EffectOf<'navigate'> | EffectOf<'notify'> | EffectOf<'close'>)[]
  errors?: { pointer: string; message: string }[]
}
type Act = 'findVisitRecords' | 'attachVisitRecords' | 'sendAnyway'
const act = (visitor: Visitor, what: Act, input: object) => visitor.act<Answer>(`simpleMail.${what}`, input)

const mail = (records: string) => ({
  to: 'reader@example.org',
  subject: 'Records',
  message: 'Hello',
  draft: randomUUID(),
  records,
})

async function dialogOf(visitor: Visitor, input: object) {
  const { status, body } = await act(visitor, 'findVisitRecords', input)
  expect(status).toBe(200)
  const dialog = body.effects?.flatMap((effect) => (effect.type === 'open' ? [effect.dialog] : []))[0]
  return typeof dialog === 'object' ? dialog : expect.fail('no dialog is sent along')
}
const optionsOf = async (visitor: Visitor, input: object) =>
  blocksOf(await dialogOf(visitor, input), 'form').flatMap(({ fields }) => fields[0]?.options ?? [])

async function tableOn(visitor: Visitor, query: string) {
  const { status, body } = await visitor.get<Screen>(`/ui/screens${page}${query}`)
  expect(status).toBe(200)
  return blocksOf(body.blocks, 'table')[0]
}

const today = ({ portal }: RunningPortal) => dayOf(portal.now(), 'America/New_York')
const always = (portal: RunningPortal) => ({ from: '2020-01-01', to: today(portal) })

/** Adds records of 2019, and returns their ids. */
async function added(portal: RunningPortal, texts: readonly string[], day = '2019-03-04'): Promise<string[]> {
  const { practice, patientN } = people.mariaAlvarez
  const ids: string[] = []
  for (const xml of texts) {
    const result = await portal.records.db.execute<{ id: number }>(
      sql`insert into visit_records (practice, patient_n, created_on, xml)
        values (${practice}, ${patientN}, ${day}::date, ${xml}) returning ccda_id as id`,
    )
    const { rows } = result
    ids.push(...rows.map(({ id }) => String(id)))
  }
  return ids
}

const refusal = async (answer: Promise<{ status: number; body: Answer }>) => {
  const { status, body } = await answer
  return [status, body.errors?.[0]?.pointer, body.errors?.[0]?.message]
}

describe('visit records for a message', () => {
  test('are found by a range of days, and Attach is on only with one chosen [2 §2.154 §2.155]', async ({
    portal,
    maria,
  }) => {
    const options = await optionsOf(maria, always(portal))
    expect(options).toHaveLength(12)
    const dialog = await dialogOf(maria, always(portal))
    const [choice] = blocksOf(dialog, 'form')
    expect([choice?.fields[0]?.widget, choice?.submit.label, choice?.submit.when]).toEqual([
      'checkboxes',
      'Attach',
      { condition: { path: '/records/0', exists: true }, reason: 'Choose a visit record.' },
    ])
    const [, second] = options
    const day = (second?.label ?? '').replace(/(..)\/(..)\/(....)/, '$3-$1-$2')
    expect(await optionsOf(maria, { from: day, to: day })).toEqual([second])
  })

  test('of one day are told apart', async ({ portal, maria }) => {
    const ids = await added(portal, [ccdaXml(), ccdaXml()], '2018-05-06')
    expect(await optionsOf(maria, { from: '2018-05-06', to: '2018-05-06' })).toEqual(
      ids.toReversed().map((id) => ({ value: id, label: `05/06/2018 (record ${id})` })),
    )
  })

  test('that do not exist are a dialog in the words of the message', async ({ portal, maria, nora }) => {
    expect(wordsOf(await dialogOf(nora, always(portal)))).toContain('No CCDA Data Found')
    expect(wordsOf(await dialogOf(maria, { from: '1999-01-01', to: '1999-12-31' }))).toContain('No CCDA Data Found')
  })

  test('need two days that are no later than today, in their order', async ({ portal, maria }) => {
    const now = today(portal)
    const later = addDays(now, 1)
    const tries: [object, string, string][] = [
      [{ to: now }, '/from', 'Enter From Date'],
      [{ from: now }, '/to', 'Enter To Date'],
      [{ from: '2026-02-30', to: now }, '/from', 'Enter From Date'],
      [{ from: later, to: later }, '/from', 'Enter From Date that is not in the future'],
      [{ from: now, to: later }, '/to', 'Enter To Date that is not in the future'],
      [{ from: now, to: addDays(now, -1) }, '/from', 'The From Date must not be after the To Date.'],
    ]
    for (const [input, pointer, words] of tries)
      expect(await refusal(act(maria, 'findVisitRecords', input))).toEqual([422, pointer, words])
  })

  test('are attached, listed by date, sent and removed; another range adds to them [2 §2.156]', async ({
    portal,
    maria,
  }) => {
    const [first, second, third] = await optionsOf(maria, always(portal))
    const { body } = await act(maria, 'attachVisitRecords', { records: [second!.value, first!.value] })
    expect(body.effects).toEqual([
      { type: 'close' },
      { type: 'navigate', to: `${page}?records=${second!.value},${first!.value}`, replace: true },
      { type: 'notify', tone: 'success', text: '2 visit records are attached.' },
    ])
    const attached = `${second!.value},${first!.value}`
    const draft = randomUUID()
    const table = await tableOn(maria, `?records=${attached}&draft=${draft}`)
    expect(table?.rows.map(({ cells }) => cells.date?.text)).toEqual([first!.label, second!.label])
    expect(table?.rows[0]?.actions).toEqual([
      {
        id: `remove-${first!.value}`,
        label: 'Remove',
        about: `the visit record of ${first!.label}`,
        do: {
          type: 'call',
          action: 'simpleMail.removeVisitRecord',
          input: { record: first!.value, attached, draft },
        },
      },
    ])
    const more = await act(maria, 'attachVisitRecords', { records: [third!.value, first!.value], attached })
    expect(more.body.effects?.[1]).toMatchObject({ to: `${page}?records=${attached},${third!.value}` })
    expect((await act(maria, 'sendAnyway', mail(attached))).status).toBe(200)
    const [received] = await portal.outbox('reader@example.org')
    const { attachments } = await PostalMime.parse(await portal.mailSource(received!.id))
    const day = (label: string) => label.replace(/(..)\/(..)\/(....)/, '$3-$1-$2')
    expect(attachments.map(({ filename }) => filename)).toEqual(
      [first, second].map((each) => `visit-record-${day(each!.label)}.xml`),
    )
    expect(await tableOn(maria, '')).toBeUndefined()
  })

  test('of somebody else are neither listed, attached nor sent', async ({ portal, maria, gabriel }) => {
    const [own] = await optionsOf(maria, always(portal))
    const [other] = await optionsOf(gabriel, always(portal))
    const words = 'One of these visit records is no longer available. Please choose again.'
    for (const records of [[other!.value], [own!.value, other!.value], ['999999']]) {
      expect((await refusal(act(maria, 'attachVisitRecords', { records })))[2]).toBe(words)
      expect((await refusal(act(maria, 'sendAnyway', mail(records.join()))))[2]).toBe(words)
    }
    const table = await tableOn(maria, `?records=${own!.value},${other!.value},x,999999`)
    expect(table?.rows.map(({ id }) => id)).toEqual([`attached-${own!.value}`])
  })

  test('are twenty of 10 MB together at most, said in words', async ({ portal, maria }) => {
    const small = await added(portal, Array<string>(21).fill('<x/>'))
    const many = 'You can attach up to 20 visit records.'
    expect((await act(maria, 'attachVisitRecords', { records: small.slice(1) })).status).toBe(200)
    expect((await refusal(act(maria, 'attachVisitRecords', { records: small })))[2]).toBe(many)
    const attached = small.slice(1).join()
    expect((await refusal(act(maria, 'attachVisitRecords', { records: [small[0]], attached })))[2]).toBe(many)
    const large = await added(portal, Array<string>(2).fill(`<x>${' '.repeat(6 * 1024 * 1024)}</x>`), '2019-04-05')
    expect((await act(maria, 'attachVisitRecords', { records: [large[0]] })).status).toBe(200)
    expect((await refusal(act(maria, 'attachVisitRecords', { records: large })))[2]).toBe(
      'These visit records are larger than 10 MB together. Choose fewer.',
    )
  })

  test('of too many days are not listed', async ({ portal, maria }) => {
    await added(portal, Array<string>(101).fill('<x/>'), '2017-01-02')
    expect((await refusal(act(maria, 'findVisitRecords', { from: '2017-01-01', to: '2017-01-31' })))[2]).toBe(
      'There are 101 visit records between these dates. Choose fewer days.',
    )
  })

  test('without a document are refused', async ({ portal, maria }) => {
    const records = await added(portal, [''], '2016-01-02')
    expect((await refusal(act(maria, 'attachVisitRecords', { records })))[0]).toBe(404)
  })

  test('wait in words while the record server is down', async ({ portal, maria }) => {
    const [own] = await optionsOf(maria, always(portal))
    await portal.fault({ kind: 'down', path: 'GetCCDA' })
    expect((await refusal(act(maria, 'findVisitRecords', always(portal))))[0]).toBe(503)
    expect((await maria.get(`/ui/screens${page}`)).status).toBe(200)
    await portal.heal()
    await portal.fault({ kind: 'nonsense', path: 'getCcdData' })
    expect((await refusal(act(maria, 'attachVisitRecords', { records: [own!.value] })))[0]).toBe(502)
  })

  test('keep their days as the practice writes them', async ({ portal, maria }) => {
    const now = today(portal)
    const { body } = await maria.get<Screen>(`/ui/screens${page}`)
    const days = blocksOf(body.blocks, 'form').find(({ id }) => id === 'find-visit-records')
    expect(days?.fields.map(({ label, latest, help }) => [label, latest, help])).toEqual(
      ['From', 'To'].map((label) => [label, now, `Month/day/year, for example ${dateText(now)}`]),
    )
  })
})

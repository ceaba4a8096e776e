/** @module-tag database */
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { RegionContent, Screen } from '../../schemas/screen.ts'
import type { Shell } from '../../schemas/shell.ts'
import { readSources, forgetTasks } from '../../server/features/staff-tasks/read-sources.ts'
import { payments } from '../../server/features/payments/schema.ts'
import { staffTasks } from '../../server/features/staff-tasks/schema.ts'
import { pdf } from '../support/files.ts'
import { payByCard, testCards } from '../support/card-payment.ts'
import { runNow } from '../support/jobs.ts'
import { visitIn, wordsOf } from '../support/linked-screens.ts'
import { filePart } from '../support/multipart.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { undoPayments } from '../support/stored-payments.ts'
import { mariaN } from '../support/visits.ts'

const it = portalTest(
  { calls: 'calls.desk', owner: 'practice.owner', records: 'records.desk', maria: 'maria.alvarez' },
  { timeoutMs: 3000 },
)

it.beforeEach(({ portal }) => portal.database.db.execute(sql`delete from staff_tasks`))

async function tasksOf(visitor: Visitor, list: 'open' | 'done' = 'open') {
  const { status, body } = await visitor.get<RegionContent>(`/ui/regions/staffTasks.list?list=${list}`)
  const rows = blocksOf(body.blocks ?? [], 'table').flatMap((table) => table.rows)
  return {
    status,
    rows: rows.map(({ id, cells, actions = [] }) => ({
      id: Number(id.replace('task-', '')),
      what: cells.what?.text,
      detail: cells.what?.help,
      who: wordsOf([cells.who ?? {}]),
      taken: cells.taken?.text,
      by: cells.by?.text,
      actions: actions.map(({ label }) => label),
    })),
  }
}

const ask = (maria: Visitor, note = 'Moved to 5 Main Street <b>today</b>') => maria.act('account.notifyAdmin', { note })
const act = (visitor: Visitor, name: string, task: number) => visitor.act(`staffTasks.${name}`, { task })

async function oneTask(maria: Visitor, visitor: Visitor): Promise<number> {
  expect((await ask(maria)).status).toBe(200)
  return (await tasksOf(visitor)).rows[0]?.id ?? expect.fail('there is a task')
}

describe('the list of what wants a person', () => {
  it('has a change of details as the patient wrote it, encrypted in the database', async ({ portal, calls, maria }) => {
    await ask(maria)
    const { rows } = await tasksOf(calls)
    expect(rows).toMatchObject([
      {
        what: 'Change of details requested',
        detail: 'Moved to 5 Main Street <b>today</b>',
        who: expect.stringContaining('Maria Alvarez'),
        taken: 'Nobody yet',
        actions: ['Take', 'Done'],
      },
    ])
    const [row] = await portal.database.db.select().from(staffTasks)
    expect(row?.detail).not.toContain('Main Street')
  })

  it('has each uploaded document', async ({ calls, maria }) => {
    const { status } = await maria.upload('uploads.addToChart', [
      { name: 'category', content: 'Lab results' },
      filePart(pdf),
    ])
    expect(status).toBe(200)
    expect((await tasksOf(calls)).rows).toMatchObject([
      { what: 'Document uploaded', detail: 'Lab results, to the chart', who: expect.stringContaining('Maria') },
    ])
  })

  it('leads to the patient and back to the list', async ({ calls, maria }) => {
    const task = await oneTask(maria, calls)
    const wayBack = async (list: 'open' | 'done') => {
      const { body } = await calls.get<RegionContent>(`/ui/regions/staffTasks.list?list=${list}`)
      const [name] = [blocksOf(body.blocks, 'table')[0]?.rows[0]?.cells.who?.text].flat()
      const patient = (typeof name === 'object' ? name.href : undefined) ?? expect.fail('no patient')
      return (await calls.get<Screen>(`/ui/screens${patient}`)).body.back
    }
    expect(await wayBack('open')).toEqual({ label: 'To do', to: '/admin/tasks' })
    await act(calls, 'done', task)
    expect(await wayBack('done')).toEqual({ label: 'To do', to: '/admin/tasks?list=done' })
  })

  it('has an appointment that is cancelled within two days of its start, and none before that', async ({
    portal,
    calls,
    maria,
  }) => {
    const cancel = async (hours: number) =>
      maria.act('appointments.cancel', { appointmentId: await visitIn(portal, hours), reason: 'better' })
    const late = await cancel(47)
    expect(late.body.errors ?? []).toEqual([])
    await cancel(72)
    const { rows } = await tasksOf(calls)
    expect(rows.map(({ what }) => what)).toEqual(['Appointment cancelled at short notice'])
  })

  it('has payments without an end and messages that were given up, and ends what is over', async ({
    portal,
    calls,
    maria,
  }) => {
    const { db } = portal.database
    await db.execute(sql`insert into outbox (id, licensee_id, channel, recipient, subject, body, state, not_after, created_at, changed_at)
      values ('given-up', 'lakeside', 'mail', 'nobody@example.com', 'Your bill', '', 'given up', now(), now(), now())`)
    await payUnconfirmed(portal, maria)
    await runNow(portal, readSources)
    await runNow(portal, readSources)
    const { rows } = await tasksOf(calls)
    expect(rows).toHaveLength(2)
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ what: 'Message could not be delivered', detail: 'nobody@example.com · Your bill' }),
        expect.objectContaining({
          what: 'Payment without an end',
          detail: expect.stringMatching(/^\$[\d.]+ · Not confirmed by the card processor$/),
        }),
      ]),
    )
    await portal.heal()
    await undoPayments(portal)
    await db.execute(sql`delete from outbox where id = 'given-up'`)
    await runNow(portal, readSources)
    expect((await tasksOf(calls)).rows.map(({ what }) => what)).toEqual(['Message could not be delivered'])
    expect((await tasksOf(calls, 'done')).rows).toMatchObject([
      { what: 'Payment without an end', by: 'Ended by itself', actions: [] },
    ])
    // What comes back, such as a payment that is refunded later, is open again; what a person has done stays done.
    await db.execute(sql`update staff_tasks set key = ${await payUnconfirmed(portal, maria)} where done_by = ''`)
    await runNow(portal, readSources)
    const again = (await tasksOf(calls)).rows.find(({ what }) => what === 'Payment without an end')
    expect(again?.actions).toEqual(['Take', 'Done'])
    await act(calls, 'done', again?.id ?? 0)
    await runNow(portal, readSources)
    expect((await tasksOf(calls)).rows.map(({ what }) => what)).toEqual(['Message could not be delivered'])
    await portal.heal()
    await undoPayments(portal)
  })

  it('is counted in the menu and on the dashboard, and stands on the page of the patient', async ({ calls, maria }) => {
    await ask(maria)
    const { body: shell } = await calls.get<Shell>('/ui/shell')
    expect(shell.navigation.entries.find(({ label }) => label === 'To do')?.count?.value).toBe(1)
    const { body } = await calls.get<RegionContent>('/ui/regions/admin.waiting')
    const card = blocksOf(body.blocks, 'tiles')[0]?.tiles.find(({ title }) => title === 'To do')
    expect(card?.count).toEqual({ value: 1, words: '1 open' })
    const page = await calls.get<Screen>(`/ui/screens/admin/patient/${mariaN}`)
    const section = blocksOf(page.body.blocks, 'section').find(({ title }) => title === 'To do')
    expect(wordsOf(section?.blocks ?? [])).toContain('Change of details requested')
  })

  it('shows tasks without names while the record server is down', async ({ portal, calls, maria }) => {
    await ask(maria)
    await portal.fault({ kind: 'down', path: 'GetPatientHeader' })
    expect((await tasksOf(calls)).rows[0]?.who).toContain('Name not available')
    await portal.heal()
  })

  it('is of the own practice, and for those who look patients up', async ({ portal, calls, maria }) => {
    const id = await oneTask(maria, calls)
    const stranger = await portal.signIn('office.lead')
    expect((await tasksOf(stranger)).rows).toEqual([])
    for (const name of ['take', 'done', 'reopen', 'giveBack']) expect((await act(stranger, name, id)).status).toBe(404)
    for (const login of ['settings.desk', 'maria.alvarez'] as const)
      expect((await tasksOf(await portal.signIn(login))).status).toBe(403)
  })
})

describe('a task', () => {
  it('is taken by one person, who can give it back, and done by whoever is first', async ({ calls, owner, maria }) => {
    const id = await oneTask(maria, calls)
    const both = await Promise.all([act(calls, 'take', id), act(owner, 'take', id)])
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    const refused = both.find(({ status }) => status === 409)
    expect(refused?.body.detail).toMatch(/^(Carla Diaz|Olivia Grant) has taken this already\.$/)
    const [first, second] = both[0].status === 200 ? [calls, owner] : [owner, calls]
    expect((await tasksOf(first)).rows[0]).toMatchObject({ taken: 'You', actions: ['Done', 'Give back'] })
    expect((await tasksOf(second)).rows[0]).toMatchObject({ actions: ['Done'] })
    const notYours = await act(second, 'giveBack', id)
    expect([notYours.status, notYours.body.detail]).toEqual([409, 'Only the person who took this can give it back.'])
    expect((await act(first, 'giveBack', id)).status).toBe(200)
    expect((await tasksOf(second)).rows[0]?.taken).toBe('Nobody yet')
    expect((await act(second, 'done', id)).status).toBe(200)
    const again = await act(first, 'done', id)
    expect([again.status, again.body.detail]).toEqual([409, expect.stringMatching(/ has done this already\.$/)])
    expect((await act(first, 'take', id)).body.detail).toMatch(/ has done this already\.$/)
    expect((await act(first, 'giveBack', id)).body.detail).toMatch(/ has done this already\.$/)
    expect((await tasksOf(first)).rows).toEqual([])
  })

  it('that was done by mistake is opened again, once', async ({ calls, maria }) => {
    const id = await oneTask(maria, calls)
    const { body: answer } = await act(calls, 'done', id)
    expect(answer.effects).toContainEqual({
      type: 'notify',
      tone: 'success',
      text: 'Done: Change of details requested. You can open it again in To do, under Done.',
    })
    expect((await tasksOf(calls, 'done')).rows).toMatchObject([{ by: 'Carla Diaz', actions: ['Open again'] }])
    expect((await act(calls, 'reopen', id)).status).toBe(200)
    const again = await act(calls, 'reopen', id)
    expect([again.status, again.body.detail]).toEqual([409, 'This is open already.'])
    expect((await tasksOf(calls)).rows).toHaveLength(1)
  })

  it('is forgotten 90 days after it was done', async ({ portal, calls, maria }) => {
    const id = await oneTask(maria, calls)
    await act(calls, 'done', id)
    await runNow(portal, forgetTasks)
    expect((await tasksOf(calls, 'done')).rows).toHaveLength(1)
    await portal.database.db.execute(sql`update staff_tasks set done_at = now() - interval '91 days'`)
    await runNow(portal, forgetTasks)
    expect((await act(calls, 'reopen', id)).body.detail).toBe('This is no longer in the list.')
  })
})

/** Pays with a card whose end the processor does not say, a day ago. Returns the number of the payment. */
async function payUnconfirmed(portal: RunningPortal, maria: Visitor): Promise<string> {
  const { db } = portal.database
  await portal.fault({ kind: 'down', path: 'cc/endPayment' })
  await payByCard(portal, maria, { number: testCards.lost })
  await db.execute(
    sql`update payments set created_at = created_at - interval '1 day', changed_at = changed_at - interval '1 day'`,
  )
  const [payment] = await db.select({ id: payments.id }).from(payments)
  return payment?.id ?? expect.fail('there is a payment')
}

import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { RegionContent } from '../../schemas/screen.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import type { Visitor } from '../support/portal.ts'
import { withSetting } from '../support/switches.ts'

const test = portalTest({ maria: 'maria.alvarez', nora: 'new.patient', gabriel: 'g.alvarez@example.com' })

const regionOf = async (visitor: Visitor) => visitor.get<RegionContent>('/ui/regions/home.toDo')

/** The rows under "To do": where each leads, by its words. */
async function toDosOf(visitor: Visitor): Promise<Record<string, unknown>> {
  const { body } = await regionOf(visitor)
  const rows = blocksOf(body.blocks, 'list').flatMap((list) => list.rows)
  return Object.fromEntries(
    rows.map(({ title, value, do: leads }) => [
      [title, value?.text].filter(Boolean).join(' '),
      leads.type === 'navigate' ? leads.to : undefined,
    ]),
  )
}
const textsOf = async (visitor: Visitor) => Object.keys(await toDosOf(visitor)).join('\n')

describe('what waits for a person, on the dashboard', () => {
  test('is counted: messages, results, forms and what is owed [1 §2.49]', async ({ maria }) => {
    expect(JSON.stringify((await maria.get('/ui/screens/user/home/dashboard')).body)).toContain('home.toDo')
    expect(Object.entries(await toDosOf(maria))).toEqual([
      [expect.stringMatching(/^[2-9] unread messages$/), '/user/home/Messages'],
      [expect.stringMatching(/^[1-9] new test results?$/), '/user/home/TestResults'],
      [expect.stringMatching(/^Pay what you owe \$[\d,]+\.\d\d$/), '/user/home/MakePayment'],
      ['2 forms to fill in', '/user/home/Forms'],
      [
        expect.stringMatching(/^Rate your visit of [A-Z][a-z]{2} \d{1,2}$/),
        expect.stringMatching(/^\/appointments\/reviews\//),
      ],
    ])
  })

  test('is not there where nothing waits', async ({ nora }) => {
    expect((await regionOf(nora)).body.blocks).toEqual([])
  })

  test('is less where a part is switched off', async ({ portal, maria }) => {
    await withSetting(portal, { name: 'EnableBillingForPortal', value: false }, async () => {
      expect(await textsOf(maria)).toMatch(/unread messages/)
      expect(await textsOf(maria)).not.toMatch(/owe/)
    })
  })

  test('leads to the bill where nobody can pay by card', async ({ portal, maria }) => {
    await withSetting(portal, { name: 'Card_Payment_Key', value: '' }, async () => {
      const [owed] = Object.entries(await toDosOf(maria)).filter(([text]) => text.includes('owe'))
      expect(owed).toEqual([expect.stringMatching(/^You owe \$/), '/user/home/Billing'])
    })
  })

  test('is a rating until the visit is rated', async ({ maria }) => {
    const [rating] = Object.entries(await toDosOf(maria)).filter(([text]) => text.startsWith('Rate'))
    const link = String(rating?.[1]).split('/')[3] ?? ''
    const answer = await maria.act('survey.rate', { link, flag: '0', stars: 5 })
    expect(answer.status).toBe(200)
    expect(await textsOf(maria)).not.toMatch(/Rate/)
  })

  test('comes and goes with the forms, and hears of their opening [1 §2.49 §3.24]', async ({ portal, maria }) => {
    expect((await regionOf(maria)).body.topics).toContainEqual(expect.stringMatching(/^person:\d+\/forms$/))
    const setAll = (status: string) =>
      portal.records.db.execute(
        sql`update assigned_forms set status = ${status}
          where patient_n = ${people.mariaAlvarez.patientN} and template_name <> 'privacy-practices'`,
      )
    await setAll('Completed')
    expect(await textsOf(maria)).not.toMatch(/to fill in/)
    await setAll('Started')
    expect(await textsOf(maria)).toMatch(/to fill in/)
  })

  test('names what the record server does not say, and shows the rest', async ({ portal, maria }) => {
    await portal.fault({ kind: 'down', path: 'GetUnreadMessageCount' })
    expect(await textsOf(maria)).toMatch(/2 forms to fill in/)
    expect(await textsOf(maria)).not.toMatch(/unread/)
    expect(wordsOf((await regionOf(maria)).body)).toContain('Not checked just now: Messages.')
    expect((await maria.get('/ui/screens/user/home/dashboard')).status).toBe(200)
  })
})

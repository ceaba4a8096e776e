import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { RegionContent } from '../../schemas/screen.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import type { Login } from '../support/portal.ts'

const test = portalTest({ owner: 'practice.owner' })

describe('the dashboard of the staff', () => {
  test.for<[Login, string[], string[]]>([
    [
      'calls.desk',
      ['Find Patients', 'To do', 'Open payments', 'Your account'],
      ['Dashboard', 'Find Patients', 'To do', 'Open payments'],
    ],
    ['records.desk', ['Find Patients', 'To do', 'Your account'], ['Dashboard', 'Find Patients', 'To do']],
    ['settings.desk', ['Settings', 'Practice Header', 'Your account'], ['Dashboard', 'Settings']],
    [
      'practice.owner',
      ['Find Patients', 'To do', 'Open payments', 'Settings', 'Practice Header', 'Staff', 'Your account'],
      ['Dashboard', 'Find Patients', 'To do', 'Settings', 'Open payments', 'Staff'],
    ],
  ])('shows %s what their roles allow [2 §2.15]', async ([login, cards, menu], { portal }) => {
    const visitor = await portal.signIn(login)
    const { body } = await visitor.get<RegionContent>('/ui/regions/admin.waiting')
    expect(blocksOf(body.blocks, 'tiles')[0]?.tiles.map(({ title }) => title)).toEqual(cards)
    const shell = await visitor.get('/ui/shell')
    expect(shell.body.navigation.entries.map(({ label }) => label)).toEqual(menu)
  })
})

test('a session ends when the roles of its person change', async ({ portal, owner }) => {
  const opens = async () => (await owner.get('/ui/screens/admin/home/dashboard')).status
  expect(await opens()).toBe(200)
  const give = (roles: string[]) =>
    portal.database.db.execute(
      sql`update accounts set staff_roles = ${JSON.stringify(roles)}::jsonb where login = 'practice.owner'`,
    )
  await give(['front desk'])
  expect(await opens()).toBe(401)
  await give(['owner'])
  expect((await portal.signIn('practice.owner')).cookies.size).toBeGreaterThan(0)
})

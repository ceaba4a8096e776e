import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { accounts, auditLog } from '../../server/db/schema.ts'
import { runInviteOwner } from '../../server/identity/first-owner/run-invite-owner.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal } from '../support/portal.ts'
import { chosen, newMember, staffRows } from '../support/staff.ts'

const test = portalTest({ lead: 'office.lead' })

const person = ['--email', 'first.owner@example.com', '--first-name', 'Ann', '--last-name', 'Bell']

/** Runs the command for Northgate, which has an owner unless a test changes that. */
async function run(portal: RunningPortal, args: string[], practice = 'northgate') {
  const lines: string[] = []
  const code = await runInviteOwner({
    argv: ['--practice', practice, ...args],
    out: (line) => void lines.push(line),
    open: async (id) => {
      const licensee = portal.portal.licensees.find((each) => each.id === id) ?? expect.fail(`no practice ${id}`)
      return {
        db: portal.database.db,
        licensee,
        origin: 'http://northgate.localhost:3000',
        now: portal.portal.now,
        close: async () => undefined,
      }
    },
  })
  return { code, lines }
}

const tokenIn = (lines: string[]) => /\/admin\/invitation\/([\w-]{43})$/m.exec(lines.join('\n'))?.[1] ?? ''
const open = async (portal: RunningPortal, token: string) =>
  (await portal.visitor('northgate.localhost').get(`/ui/screens/admin/invitation/${token}`)).status

describe.sequential('the command that invites an owner', () => {
  test('does nothing for a practice that has one, unless it is to have another', async ({ portal, lead }) => {
    expect(await run(portal, person)).toEqual({
      code: 1,
      lines: [
        'Northgate Family Medicine has an owner, who can invite others in the portal, under Staff. Add --another to invite one all the same.',
      ],
    })
    expect(await staffRows(lead)).toHaveLength(1)
    const { code, lines } = await run(portal, [...person, '--another'])
    expect([code, await open(portal, tokenIn(lines))]).toEqual([0, 200])
    expect((await staffRows(lead)).find(({ name }) => name === 'Bell, Ann')).toMatchObject({ roles: 'Owner' })
  })

  test('prints a link for a practice without one; the second link ends the first', async ({ portal, lead }) => {
    const { number } = await newMember(portal, lead, { roles: ['records'], host: 'northgate.localhost' })
    const [owner] = await portal.database.db.select().from(accounts).where(eq(accounts.login, 'office.lead'))
    await portal.database.db
      .update(accounts)
      .set({ disabledAt: new Date() })
      .where(eq(accounts.id, owner?.id ?? 0))
    const { code, lines } = await run(portal, person)
    expect([code, lines[0], lines[2]]).toEqual([
      0,
      'Ann Bell is invited to be an owner of Northgate Family Medicine. The link:',
      expect.stringMatching(/^http:\/\/northgate\.localhost:3000\/admin\/invitation\/[\w-]{43}$/),
    ])
    expect(lines.at(-1)).toMatch(/^It works once, until .* Mountain Time\. Give it to that person only\.$/)
    const again = await run(portal, [...person, '--url', 'https://portal.example.com/anything'])
    expect(again.lines[2]).toMatch(/^https:\/\/portal\.example\.com\/admin\/invitation\//)
    expect([await open(portal, tokenIn(lines)), await open(portal, tokenIn(again.lines))]).toEqual([404, 200])
    const first = portal.visitor('northgate.localhost')
    const accepted = { token: tokenIn(again.lines), Login: 'ann.bell', ...chosen }
    expect((await first.act('account.acceptStaffInvitation', accepted)).status).toBe(200)
    expect((await first.act('staff.restoreAccess', { member: owner?.id })).status).toBe(200)
    expect((await first.get(`/ui/screens/admin/staff/${number}`)).status).toBe(200)
    const audited = await portal.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.event, 'command:invite-owner'))
      .orderBy(auditLog.id)
    expect(audited.at(-1)).toMatchObject({ licenseeId: 'northgate', actor: 'invite-owner', accountId: null })
    expect(JSON.stringify(audited)).not.toContain('first.owner')
  })

  test('names somebody who has the address already', async ({ portal }) => {
    const taken = ['--email', 'Office.Lead@northgate.example.com', ...person.slice(2), '--another']
    expect(await run(portal, taken)).toEqual({
      code: 1,
      lines: ['Office Lead has this email address and works there, with the user name office.lead.'],
    })
  })
})

test.for([
  [['--email', 'x'], 'Name the address with --email, for example name@example.com.'],
  [person.slice(0, 2), 'Name the person with --first-name.'],
  [person.slice(0, 4), 'Name the person with --last-name.'],
  [
    [...person, '--url', 'portal.example.com'],
    'An address of the portal is written as in --url https://portal.example.com.',
  ],
  [['--owner', 'x'], "Unknown option '--owner'."],
  [['--practice', ''], 'Name the practice with --practice.'],
] as const)('the command with %j says what is wrong, and how it is used', async ([args, words], { portal }) => {
  const { code, lines } = await run(portal, [...args])
  expect([code, lines[0]]).toEqual([2, words])
  expect(lines.at(-1)).toContain('npm run invite-owner -- --practice <id>')
})

test('the command explains itself', async ({ portal }) => {
  expect((await run(portal, ['--help'])).code).toBe(0)
})

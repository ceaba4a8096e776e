import { expect } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import { insertStaffInvitation } from '../../server/identity/staff-invitations.store.ts'
import { staffPage, type StaffMember } from '../../server/identity/staff.store.ts'
import type { StaffRole } from '../../server/protocol/principal.ts'
import { goodPassword, mailTo } from './guardians.ts'
import { blocksOf } from './nested-blocks.ts'
import type { RunningPortal, Visitor } from './portal.ts'

let people = 0

/** A person that no other test names, as the form sends them. */
export function newStaff(differently: object = {}) {
  people += 1
  const person = { firstName: 'Dana', lastName: `Lee ${people}`, email: `dana.lee${people}@example.com` }
  return { ...person, roles: ['front desk'], ...differently }
}

/** Invites a person and returns the token of the link in the mail. */
export async function invitedStaff(portal: RunningPortal, owner: Visitor, differently: object = {}) {
  const person = newStaff(differently)
  const { status } = await owner.act('staff.invite', person)
  expect(status).toBe(200)
  return { person, token: await staffTokenTo(portal, person.email) }
}

/** Returns the token of the link in the newest mail. */
export async function staffTokenTo(portal: RunningPortal, to: string, count = 1): Promise<string> {
  const { text } = await mailTo(portal, to, count)
  return /\/admin\/invitation\/([\w-]{43})\s/.exec(text)?.[1] ?? ''
}

export const chosen = { Password: goodPassword, Password2: goodPassword }

/** A new member of the staff of the owner's practice, signed in; a practice of tests wants no second factor. */
export async function newMember(
  portal: RunningPortal,
  owner: Visitor,
  { roles, host }: { roles: StaffRole[]; host?: string },
) {
  const { person, token } = await invitedStaff(portal, owner, { roles })
  const visitor = portal.visitor(host)
  const login = person.email.split('@')[0] ?? ''
  expect((await visitor.act('account.acceptStaffInvitation', { token, Login: login, ...chosen })).status).toBe(200)
  const licenseeId = host === undefined ? 'lakeside' : (host.split('.')[0] ?? '')
  return { visitor, login, person, number: (await memberNamed(portal, login, licenseeId)).accountId }
}

/** An owner proves again who they are; for ten minutes no act of this browser needs that. */
export async function proveOwner(owner: Visitor, Proof: string): Promise<void> {
  const { body } = await owner.act('admin.resetSetting', { name: 'Portal_Passkeys', seenVersion: 0, Proof })
  expect(body.code).toBe('setting.notChanged')
}

/** Signs a member in that `newMember` made. */
export function enterAgain(portal: RunningPortal, login: string, host?: string): Promise<Visitor> {
  return portal.visitor(host).enter({ login, password: goodPassword, action: 'account.adminSignIn' })
}

export async function memberNamed(portal: RunningPortal, login: string, licenseeId = 'lakeside'): Promise<StaffMember> {
  const { rows } = await staffPage(portal.database.db, { licenseeId, page: 1, size: 1000 })
  return rows.find((member) => member.login === login) ?? expect.fail(`no member ${login}`)
}

/** The rows of the staff list, each as the text of its cells and what is below them; without pages, those invited first. */
export async function staffRows(owner: Visitor, query = ''): Promise<Record<string, string>[]> {
  const { status, body } = await owner.get(`/ui/screens/admin/staff${query}`)
  expect(status).toBe(200)
  return blocksOf(body.blocks, 'table').flatMap(({ rows }) => rows.map(({ id, cells }) => ({ id, ...textsOf(cells) })))
}

type Cells = BlockOf<'table'>['rows'][number]['cells']

function textsOf(cells: Cells): Record<string, string> {
  const plain = ({ text }: Cells[string]) => (typeof text === 'string' ? text : text.map((each) => each.text).join(''))
  return Object.fromEntries(
    Object.entries(cells).map(([name, cell]) => [name, [plain(cell), cell.help ?? ''].join(' ').trim()]),
  )
}

/** The route of an open invitation, for tests that visit every screen. */
export async function staffInvitationLink({ database }: RunningPortal, licenseeId: string): Promise<string> {
  const made = await insertStaffInvitation(database.db, {
    licenseeId,
    email: 'walk.through@example.com',
    firstName: 'Walt',
    lastName: 'Rivers',
    roles: ['records'],
    invitedBy: null,
    at: new Date(),
  })
  return made ? `/admin/invitation/${made.token}` : expect.fail('this address has an invitation')
}

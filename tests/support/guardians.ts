import { expect } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { RegionContent } from '../../schemas/screen.ts'
import { insertInvitation } from '../../server/features/guardians/invitation.store.ts'
import { findAccount } from '../../server/identity/account.store.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import type { RunningPortal, SentMessage, Visitor } from './portal.ts'
import { withSetting } from './switches.ts'

/** A patient of each practice, and how their practices differ. */
export const practices = [
  { practice: 'lakeside', login: 'maria.alvarez', patient: people.mariaAlvarez, name: 'Lakeside Dermatology' },
  { practice: 'northgate', login: 'ben.carter', patient: people.benCarter, name: 'Northgate Family Medicine' },
] as const

export const goodPassword = 'Gentle-River-58'

let guardians = 0

/** A person that no other test names, as the add form sends them. */
export function newGuardian(differently: object = {}) {
  return { ...newPerson(), Password: goodPassword, Password2: goodPassword, ...differently }
}

/** The same, as the invitation form sends them: with every part of the portal and no end date. */
export function newInvitation(differently: object = {}) {
  return { ...newPerson(), scope: [1, 2, 3, 4, 5, 6, 7], ...differently }
}

function newPerson() {
  guardians += 1
  return {
    Auth_FirstName: 'Grace',
    Auth_LastName: `Keeper ${guardians}`,
    relation: 'Other',
    Auth_DOB: '1980-05-17',
    Auth_Login: `grace.${guardians}@example.com`,
  }
}

/** The tables of a region by their ids. */
async function tablesIn(visitor: Visitor, region: string): Promise<Map<string, BlockOf<'table'>>> {
  const { status, body } = await visitor.get<RegionContent>(`/ui/regions/${region}`)
  expect(status).toBe(200)
  return new Map(body.blocks.flatMap((block) => (block.kind === 'table' ? [[block.id, block] as const] : [])))
}

/** Returns the rows of authorized people, or of invitations, by the text of their cells. */
export async function rowsOf(visitor: Visitor, table: 'guardian-table' | 'invitation-table') {
  const block = (await tablesIn(visitor, 'account.guardians')).get(table)
  return (block?.rows ?? []).map(({ id, cells }) => ({
    id,
    ...Object.fromEntries(Object.entries(cells).map(([name, { text }]) => [name, text])),
  })) as ({ id: string } & Record<string, unknown>)[] // the cells of the row besides its id
}

/** The statuses of responses, sorted, because their order is random. */
export function sorted(answers: readonly { status: number }[]): number[] {
  return answers.map(({ status }) => status).toSorted((one, other) => one - other)
}

/** Returns the number of a guardian in the list of a patient. */
export async function guardianId(visitor: Visitor, login: string): Promise<number> {
  const row = (await rowsOf(visitor, 'guardian-table')).find((each) => each.login === login)
  return Number(row?.id.slice(2))
}

/** Waits for the newest mail to an address. */
export async function mailTo(portal: RunningPortal, to: string, count = 1): Promise<SentMessage> {
  await expect.poll(async () => (await portal.outbox(to)).length).toBe(count)
  const [message] = await portal.outbox(to)
  return message!
}

/** Returns the token of the link in the newest mail. */
export async function tokenTo(portal: RunningPortal, to: string, count = 1): Promise<string> {
  const { text } = await mailTo(portal, to, count)
  return /\/user\/invitation\/([\w-]{43})\s/.exec(text)?.[1] ?? ''
}

/** The route of an open invitation, for tests that visit every screen. */
export async function invitationLink({ database }: RunningPortal, practice: string): Promise<string> {
  const { login, patient } = practices.find((each) => each.practice === practice)!
  const account = await findAccount(database.db, { licenseeId: practice, kind: 'patient', login })
  const { token } = await insertInvitation(database.db, {
    licenseeId: practice,
    invitedBy: account!.id,
    patientId: String(patient.patientN),
    emrId: patient.emrid,
    patientFirstName: patient.firstName,
    patientLastName: patient.lastName,
    firstName: 'Grace',
    lastName: 'Keeper',
    birthDay: '1980-05-17',
    relation: 'Other',
    email: 'grace.keeper@example.com',
    scope: null,
    accessEndsAt: null,
    at: new Date(),
  })
  return `/user/invitation/${token}`
}

/** A guardian at Lakeside whom somebody invites to these parts of their record, and who has accepted. */
export function guardianOf(portal: RunningPortal, owner: Visitor, scope: number[]): Promise<Visitor> {
  return guardianAt(portal, { owner, scope, practice: 'lakeside' })
}

interface Invited {
  owner: Visitor
  scope: number[]
  practice: 'lakeside' | 'northgate'
}

export async function guardianAt(
  portal: RunningPortal,
  { owner, scope, practice: licenseeId }: Invited,
): Promise<Visitor> {
  const invitation = newInvitation({ scope })
  const guardian = portal.visitor(`${licenseeId}.localhost`)
  await withSetting(portal, { name: 'Guardian_Invitations', value: true, licenseeId }, async () => {
    expect((await owner.act('account.inviteGuardian', invitation)).status).toBe(200)
    const token = await tokenTo(portal, invitation.Auth_Login)
    const typed = { Password: goodPassword, Password2: goodPassword }
    expect((await guardian.act('account.acceptInvitation', { token, ...typed })).status).toBe(200)
  })
  return guardian
}

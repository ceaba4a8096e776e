import type { Guard } from '../../server/protocol/guard.ts'
import { staffRoles, type Principal, type StaffRole } from '../../server/protocol/principal.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { guardianAt } from '../support/guardians.ts'
import { guestOf } from '../support/guests.ts'
import type { Login, RunningPortal, Visitor } from '../support/portal.ts'
import { enterAgain, newMember } from '../support/staff.ts'
import { withSetting } from '../support/switches.ts'
import { viewerOf } from '../support/viewing.ts'

/** A role of a request to Lakeside. */
export interface Role {
  name: string
  /** What somebody is at Lakeside; undefined if the session belongs to another practice. */
  kind?: Kind
  visitor: Visitor
}

/**
 * A kind of principal; of the staff, the one role of the person. Unprotected is an owner who has signed in by password
 * alone, where the practice wants a second factor.
 */
export type Kind = Exclude<Principal['kind'], 'admin'> | StaffRole | 'unprotected'

/** The roles of the demo practice. The stranger is a patient of Northgate who uses that session at Lakeside. */
export async function rolesOf(portal: RunningPortal): Promise<Role[]> {
  const asLogin = async (name: string, login: Login): Promise<Visitor> =>
    portal.signIn(login).catch((error: unknown) => Promise.reject(new Error(`${name}: ${String(error)}`)))
  return [
    { name: 'a visitor', visitor: portal.visitor() },
    { name: 'a patient', kind: 'patient', visitor: await asLogin('a patient', 'maria.alvarez') },
    { name: 'a guardian', kind: 'guardian', visitor: await asLogin('a guardian', 'g.alvarez@example.com') },
    { name: 'a guest', kind: 'guest', visitor: await guestOf(portal) },
    { name: 'the front desk', kind: 'front desk', visitor: await asLogin('the front desk', 'calls.desk') },
    { name: 'the records staff', kind: 'records', visitor: await asLogin('the records staff', 'records.desk') },
    { name: 'the settings staff', kind: 'settings', visitor: await asLogin('the settings staff', 'settings.desk') },
    { name: 'the owner', kind: 'owner', visitor: await asLogin('the owner', 'practice.owner') },
    { name: 'a viewer', kind: 'viewer', visitor: await viewerOf(portal, { login: 'front.desk' }) },
    {
      name: 'an owner without a second factor',
      kind: 'unprotected',
      visitor: await unprotectedOwner(portal, 'lakeside'),
    },
    { name: 'a patient of another practice', visitor: strangerTo('lakeside', await portal.signIn('ben.carter')) },
    { name: 'an admin of another practice', visitor: strangerTo('lakeside', await portal.signIn('office.lead')) },
  ]
}

/** The roles of the other practice, where fewer people have demo accounts. Strangers use sessions of Lakeside there. */
export async function rolesOfNorthgate(portal: RunningPortal): Promise<Role[]> {
  const [patient, lead] = [await portal.signIn('ben.carter'), await portal.signIn('office.lead')]
  const host = 'northgate.localhost'
  const staff = await Promise.all(
    (['front desk', 'records', 'settings', 'owner'] as const).map(async (kind) => ({
      name: `a member of the staff: ${kind}`,
      kind,
      visitor: (await newMember(portal, lead, { roles: [kind], host })).visitor,
    })),
  )
  const lakeside = [
    { name: 'a patient of Lakeside', visitor: await portal.signIn('maria.alvarez') },
    { name: 'a guardian of Lakeside', visitor: await portal.signIn('g.alvarez@example.com') },
    { name: 'a guest of Lakeside', visitor: await guestOf(portal) },
    { name: 'the owner of Lakeside', visitor: await portal.signIn('practice.owner') },
    { name: 'a viewer of Lakeside', visitor: await viewerOf(portal, { login: 'front.desk' }) },
  ]
  return [
    { name: 'a visitor', visitor: portal.visitor(host) },
    { name: 'a patient', kind: 'patient', visitor: patient },
    {
      name: 'a guardian',
      kind: 'guardian',
      visitor: await guardianAt(portal, { owner: patient, scope: allParts, practice: 'northgate' }),
    },
    { name: 'a guest', kind: 'guest', visitor: await guestOf(portal, people.benCarter) },
    ...staff,
    {
      name: 'a viewer',
      kind: 'viewer',
      visitor: await viewerOf(portal, { login: 'office.lead', patientN: people.benCarter.patientN }),
    },
    {
      name: 'an owner without a second factor',
      kind: 'unprotected',
      visitor: await unprotectedOwner(portal, 'northgate'),
    },
    ...lakeside.map(({ name, visitor }) => ({ name, visitor: strangerTo('northgate', visitor) })),
  ]
}

const allParts = [1, 2, 3, 4, 5, 6, 7]

/** The practice wants a second factor when this person signs in, and no longer afterwards. */
async function unprotectedOwner(portal: RunningPortal, practice: 'lakeside' | 'northgate'): Promise<Visitor> {
  const owner = await portal.signIn(practice === 'lakeside' ? 'practice.owner' : 'office.lead')
  const host = `${practice}.localhost`
  let visitor: Visitor | undefined
  const { login } = await newMember(portal, owner, { roles: ['owner'], host })
  await withSetting(portal, { name: 'Staff_Second_Factor', value: true, licenseeId: practice }, async () => {
    visitor = await enterAgain(portal, login, host)
  })
  if (!visitor) throw new Error('nobody signed in')
  return visitor
}

/** A session of another practice, used at this one. */
function strangerTo(practice: 'lakeside' | 'northgate', visitor: Visitor): Visitor {
  const host = `${practice}.localhost`
  return {
    ...visitor,
    get: (path, headers) => visitor.get(path, { ...headers, host }),
    act: (name, input, options = {}) => visitor.act(name, input, { ...options, headers: { ...options.headers, host } }),
    upload: (name, parts, options = {}) =>
      visitor.upload(name, parts, { ...options, headers: { ...options.headers, host } }),
  }
}

/** Returns the result that a guard must have for somebody: admitted, sign-in required, or denied. */
export function expectedStatus(guard: Guard, kind: Kind | undefined): 'admitted' | 401 | 403 {
  const admitted: Record<string, (Kind | undefined)[]> = {
    anyone: [undefined, 'patient', 'guardian', 'viewer', ...staffRoles, 'unprotected', 'guest'],
    patients: ['patient', 'viewer'],
    guardians: ['guardian'],
    'patients and guardians': ['patient', 'guardian', 'viewer'],
    'patients and guardians, about themselves': ['patient', 'guardian'],
    viewers: ['viewer'],
    'patients, and guardians without limits': ['patient', 'guardian', 'viewer'], // the guardian above is one of them
    admins: [...staffRoles],
    'admins, about themselves': [...staffRoles, 'unprotected'],
    'front desk': ['front desk', 'owner'],
    'records staff': ['records', 'owner'],
    'front desk and records staff': ['front desk', 'records', 'owner'],
    'settings staff': ['settings', 'owner'],
    owners: ['owner'],
    'everyone signed in': ['patient', 'guardian', ...staffRoles, 'unprotected'],
    guests: ['guest'],
    'patients, guardians with billing, and guests': ['patient', 'guardian', 'viewer', 'guest'],
    'everyone in a session': ['patient', 'guardian', 'viewer', ...staffRoles, 'unprotected', 'guest'],
  }
  const kinds = admitted[guard.name]
  if (!kinds) throw new Error(`the matrix does not know whom the guard "${guard.name}" admits`)
  if (kinds.includes(kind)) return 'admitted'
  return kind ? 403 : 401
}

import type { Guard } from '../../server/protocol/guard.ts'
import { staffRoles, type Principal, type StaffRole } from '../../server/protocol/principal.ts'
import { guestOf } from '../support/guests.ts'
import type { Login, RunningPortal, Visitor } from '../support/portal.ts'
import { viewerOf } from '../support/viewing.ts'

/** A role of a request to Lakeside. */
export interface Role {
  name: string
  /** What somebody is at Lakeside; undefined if the session belongs to another practice. */
  kind?: Kind
  visitor: Visitor
}

/** A kind of principal; of the staff, the one role of the person. */
export type Kind = Exclude<Principal['kind'], 'admin'> | StaffRole

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
    { name: 'a patient of another practice', visitor: await strangerTo(portal, 'ben.carter') },
    { name: 'an admin of another practice', visitor: await strangerTo(portal, 'office.lead') },
  ]
}

async function strangerTo(portal: RunningPortal, login: Login): Promise<Visitor> {
  const visitor = await portal.signIn(login)
  return {
    ...visitor,
    get: (path, headers) => visitor.get(path, { ...headers, host: 'lakeside.localhost' }),
    act: (name, input, options = {}) =>
      visitor.act(name, input, { ...options, headers: { ...options.headers, host: 'lakeside.localhost' } }),
    upload: (name, parts, options = {}) =>
      visitor.upload(name, parts, { ...options, headers: { ...options.headers, host: 'lakeside.localhost' } }),
  }
}

/** Returns the result that a guard must have for somebody: admitted, sign-in required, or denied. */
export function expectedStatus(guard: Guard, kind: Kind | undefined): 'admitted' | 401 | 403 {
  const admitted: Record<string, (Kind | undefined)[]> = {
    anyone: [undefined, 'patient', 'guardian', 'viewer', ...staffRoles, 'guest'],
    patients: ['patient', 'viewer'],
    guardians: ['guardian'],
    'patients and guardians': ['patient', 'guardian', 'viewer'],
    'patients and guardians, about themselves': ['patient', 'guardian'],
    viewers: ['viewer'],
    'patients, and guardians without limits': ['patient', 'guardian', 'viewer'], // the guardian above is one of them
    admins: [...staffRoles],
    'admins, about themselves': [...staffRoles],
    'front desk': ['front desk', 'owner'],
    'records staff': ['records', 'owner'],
    'front desk and records staff': ['front desk', 'records', 'owner'],
    'settings staff': ['settings', 'owner'],
    owners: ['owner'],
    'everyone signed in': ['patient', 'guardian', ...staffRoles],
    guests: ['guest'],
    'patients, guardians with billing, and guests': ['patient', 'guardian', 'viewer', 'guest'],
    'everyone in a session': ['patient', 'guardian', 'viewer', ...staffRoles, 'guest'],
  }
  const kinds = admitted[guard.name]
  if (!kinds) throw new Error(`the matrix does not know whom the guard "${guard.name}" admits`)
  if (kinds.includes(kind)) return 'admitted'
  return kind ? 403 : 401
}

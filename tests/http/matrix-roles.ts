import type { Guard } from '../../server/protocol/guard.ts'
import type { Principal } from '../../server/protocol/principal.ts'
import { guestOf } from '../support/guests.ts'
import type { Login, RunningPortal, Visitor } from '../support/portal.ts'

/** A role of a request to Lakeside. */
export interface Role {
  name: string
  /** The kind of principal at Lakeside; undefined if the session belongs to another practice. */
  kind?: Principal['kind']
  visitor: Visitor
}

/** The roles of the demo practice. The stranger is a patient of Northgate who uses that session at Lakeside. */
export async function rolesOf(portal: RunningPortal): Promise<Role[]> {
  const asLogin = async (name: string, login: Login): Promise<Visitor> =>
    portal.signIn(login).catch((error: unknown) => Promise.reject(new Error(`${name}: ${String(error)}`)))
  return [
    { name: 'a visitor', visitor: portal.visitor() },
    { name: 'a patient', kind: 'patient', visitor: await asLogin('a patient', 'maria.alvarez') },
    { name: 'a guardian', kind: 'guardian', visitor: await asLogin('a guardian', 'g.alvarez@example.com') },
    { name: 'a guest', kind: 'guest', visitor: await guestOf(portal) },
    { name: 'an admin', kind: 'admin', visitor: await asLogin('an admin', 'front.desk') },
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

/** Returns the result that a guard must have for a kind of principal: admitted, sign-in required, or denied. */
export function expectedStatus(guard: Guard, kind: Principal['kind'] | undefined): 'admitted' | 401 | 403 {
  const admitted: Record<string, (Principal['kind'] | undefined)[]> = {
    anyone: [undefined, 'patient', 'guardian', 'admin', 'guest'],
    patients: ['patient'],
    guardians: ['guardian'],
    'patients and guardians': ['patient', 'guardian'],
    'patients, and guardians without limits': ['patient', 'guardian'], // the guardian above is one of them
    admins: ['admin'],
    'everyone signed in': ['patient', 'guardian', 'admin'],
    guests: ['guest'],
    'patients, guardians with billing, and guests': ['patient', 'guardian', 'guest'],
    'everyone in a session': ['patient', 'guardian', 'admin', 'guest'],
  }
  const kinds = admitted[guard.name]
  if (!kinds) throw new Error(`the matrix does not know whom the guard "${guard.name}" admits`)
  if (kinds.includes(kind)) return 'admitted'
  return kind ? 403 : 401
}

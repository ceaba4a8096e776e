import type { Db } from '../../db/open.ts'
import { Failure } from '../../ui/failure.ts'
import type { Person, PersonKind } from '../../ui/person.ts'
import { findAccount, patientsOf, type Account } from './account.store.ts'
import { passwordMatches } from './password.ts'

export interface Credentials {
  licenseeId: string
  kind: PersonKind
  /** The other kind that the same words may belong to; said only after the right password (security.md). */
  otherKind?: PersonKind
  login: string
  password: string
  /** The office's number, for whom must call it. */
  phone: string
}

/**
 * Proves who somebody is (specification 1 §4, §8). An unknown name and a wrong password get the same words
 * in the same time: every kind is looked up and every password is checked, also where there is none.
 */
export async function proveIdentity(
  db: Db,
  { licenseeId, kind, otherKind, login, password, phone }: Credentials,
): Promise<Person> {
  const account = await provenAccount(db, { licenseeId, kind, login, password })
  const other = otherKind && (await provenAccount(db, { licenseeId, kind: otherKind, login, password }))
  if (!account && other) throw new Failure('signIn.otherKind')
  if (!account) throw new Failure('signIn.invalid')
  if (account.mustReset) throw new Failure('signIn.mustReset', { params: { phone } })
  return personOf(db, account)
}

async function provenAccount(
  db: Db,
  { password, ...named }: { licenseeId: string; kind: PersonKind; login: string; password: string },
): Promise<Account | undefined> {
  const account = await findAccount(db, named)
  return (await passwordMatches(account?.passwordHash, password)) ? account : undefined
}

async function personOf(db: Db, { id, kind, login, firstName, lastName }: Account): Promise<Person> {
  const person = { accountId: id, kind, login, firstName, lastName }
  if (kind === 'admin') return person
  const [patient] = await patientsOf(db, { accountId: id })
  if (!patient) throw new Failure('signIn.invalid') // nobody left to act for
  return {
    ...person,
    patient: { id: patient.patientId, emrId: patient.emrId, firstName: patient.firstName, lastName: patient.lastName },
  }
}

import type { AccountServices } from '../../identity/account-services.ts'
import { findAccount, type Account } from '../../identity/account.store.ts'
import { Failure } from '../../protocol/failure.ts'
import type { AccountKind } from '../../protocol/principal.ts'

type Services = Pick<AccountServices, 'db' | 'passwords'>

export interface Credentials {
  licenseeId: string
  kind: AccountKind
  /**
   * Another kind of account with the same credentials; the error mentions it only after the right password
   * (security.md).
   */
  otherKind?: AccountKind
  login: string
  password: string
}

/**
 * Authenticates a person (specification 1 §4, §8). An unknown name and a wrong password give the same error in the same
 * time: every kind is looked up and every password is checked, even without an account.
 */
export async function proveIdentity(
  services: Services,
  { licenseeId, kind, otherKind, login, password }: Credentials,
): Promise<Account> {
  const account = await provenAccount(services, { licenseeId, kind, login, password })
  const other = otherKind && (await provenAccount(services, { licenseeId, kind: otherKind, login, password }))
  if (!account && other) throw new Failure(kind === 'guardian' ? 'signIn.isPatient' : 'signIn.otherKind')
  if (!account) throw new Failure('signIn.invalid')
  return account
}

async function provenAccount(
  { db, passwords }: Services,
  { password, ...named }: { licenseeId: string; kind: AccountKind; login: string; password: string },
): Promise<Account | undefined> {
  const account = await findAccount(db, named)
  return (await passwords.matches(account?.passwordHash, password)) ? account : undefined
}

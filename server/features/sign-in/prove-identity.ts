import type { AccountServices } from '../../identity/account-services.ts'
import { findAccount, validHash, type Account } from '../../identity/account.store.ts'
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
  at: Date
}

/**
 * Authenticates a person (specification 1 §4, §8). An unknown name and a wrong password give the same error in the same
 * time: every kind is looked up and every password is checked, even without an account.
 */
export async function proveIdentity(services: Services, { otherKind, ...credentials }: Credentials): Promise<Account> {
  const account = await provenAccount(services, credentials)
  const other = otherKind && (await provenAccount(services, { ...credentials, kind: otherKind }))
  if (!account && other) throw new Failure(credentials.kind === 'guardian' ? 'signIn.isPatient' : 'signIn.otherKind')
  if (!account) throw new Failure('signIn.invalid')
  return account
}

async function provenAccount(
  { db, passwords }: Services,
  { password, at, ...named }: Omit<Credentials, 'otherKind'>,
): Promise<Account | undefined> {
  const account = await findAccount(db, named)
  return (await passwords.matches(validHash(account, at), password)) ? account : undefined
}

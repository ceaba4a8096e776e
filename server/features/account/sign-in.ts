import { Failure } from '../../protocol/failure.ts'
import type { AccountKind } from '../../protocol/principal.ts'
import { findAccount, type Account } from './account.store.ts'
import type { AccountTools } from './account-tools.ts'

type Tools = Pick<AccountTools, 'db' | 'passwords'>

export interface Credentials {
  licenseeId: string
  kind: AccountKind
  /** The other kind that the same words may belong to; said only after the right password (security.md). */
  otherKind?: AccountKind
  login: string
  password: string
}

/**
 * Proves who somebody is (specification 1 §4, §8). An unknown name and a wrong password get the same words
 * in the same time: every kind is looked up and every password is checked, also where there is none.
 */
export async function proveIdentity(
  tools: Tools,
  { licenseeId, kind, otherKind, login, password }: Credentials,
): Promise<Account> {
  const account = await provenAccount(tools, { licenseeId, kind, login, password })
  const other = otherKind && (await provenAccount(tools, { licenseeId, kind: otherKind, login, password }))
  if (!account && other) throw new Failure('signIn.otherKind')
  if (!account) throw new Failure('signIn.invalid')
  return account
}

async function provenAccount(
  { db, passwords }: Tools,
  { password, ...named }: { licenseeId: string; kind: AccountKind; login: string; password: string },
): Promise<Account | undefined> {
  const account = await findAccount(db, named)
  return (await passwords.matches(account?.passwordHash, password)) ? account : undefined
}

import type { ActionContext } from '../protocol/definitions.ts'
import { identityCounts, tryCount, type Counted } from '../protocol/limits.ts'
import { networkOf } from '../protocol/network.ts'
import type { Services } from '../services.ts'
import { loginKey, type Account } from './account.store.ts'

/** Attempts to sign in to one account, in a minute. */
export const signInTries = { name: 'account.signIn', limit: { perIdentity: 10 } } as const
export const adminSignInTries = { ...signInTries, name: 'account.adminSignIn' } as const
/**
 * Wrong passwords for one name in browsers that do not know it: the waits grow, and a day has at most a hundred
 * (security.md). Browsers that know the name, and the recovery of the password, have limits of their own.
 */
export const wrongPasswordTries = [
  { tries: 20, seconds: 600 },
  { tries: 50, seconds: 3 * 3600 },
  { tries: 100, seconds: 24 * 3600 },
] as const
/** Ten in ten minutes, so that nobody finds another person's date of birth by trying them all. */
export const recoveryTries = { name: 'account.forgotPassword', limit: { identitySeconds: 600 } } as const
/**
 * Codes of an authenticator app, or recovery codes, at the sign-in. Per account, across flows: starting again with the
 * password gives no more tries. Three of a million codes are valid at a time, so an attacker with the password succeeds
 * with a chance of 0.015 % a day.
 */
export const secondFactorTries = [
  { tries: 10, seconds: 600 },
  { tries: 50, seconds: 24 * 3600 },
] as const
/** Proofs of a signed-in person. */
const proofTries = [
  { tries: 10, seconds: 600 },
  { tries: 50, seconds: 24 * 3600 },
] as const
/**
 * security.md, codes: sends are limited per flow (see flow.store), person and address. With five tries each, an
 * attacker who knows the person guesses a four-digit code with a chance of 1 % a week, and a six-digit one with 0.01 %.
 */
export const sendsPerPerson = [
  { tries: 6, seconds: 3600 },
  { tries: 12, seconds: 24 * 3600 },
  { tries: 20, seconds: 7 * 24 * 3600 },
] as const

/** `name`: of the action. */
export const wrongPasswordKey = (name: string, login: string) => `wrongPasswords:${name}:${loginKey(login)}`
export const secondFactorKey = (accountId: number) => `secondFactor:${accountId}`
const proofKey = (accountId: number) => `proveAgain:${accountId}`
export const sendKey = (person: string) => `codes:for:${person}`
/** The person of codes for a new password. */
export const recoveringPerson = (accountId: number) => `account:${accountId}`

/**
 * A try of a signed-in person to prove who they are, by password, code or passkey: it is counted before it is checked, so
 * that tries at the same time are counted too, and given back when it was right. `take` throws the Failure
 * `request.tooMany`.
 */
export function proofTryOf(
  { countedTries }: Pick<Services, 'countedTries'>,
  context: Pick<ActionContext, 'takeTry' | 'licensee'>,
  accountId: number,
) {
  const key = proofKey(accountId)
  return {
    take: async () => {
      for (const tries of proofTries) await context.takeTry(key, tries)
    },
    giveBack: async () => {
      for (const tries of proofTries) {
        const counted = tryCount(context.licensee.id, key, tries)
        await countedTries.giveBack(counted.key, counted.limit)
      }
    },
  }
}

/** What somebody can no longer do after too many attempts. */
interface AccountLimit {
  /** As the subject of "is locked". */
  what: string
  counts: readonly Counted[]
}

/** Returns the counts that lock the owner of an account out. `addresses`: from which attempts have failed. */
export function accountLimits(
  { licenseeId, id, login }: Pick<Account, 'licenseeId' | 'id' | 'login'>,
  addresses: readonly string[],
): AccountLimit[] {
  const networks = [...new Set(addresses.map(networkOf))]
  const groups = ['known', 'strange'] as const
  const against = (tries: typeof signInTries | typeof recoveryTries) =>
    // Without a network only the count of all addresses is left.
    ['', ...networks].flatMap((network) =>
      groups.flatMap((group) => identityCounts({ licenseeId, ...tries }, { who: loginKey(login), group, network })),
    )
  const counts = (key: string, limits: readonly Counted['limit'][]) =>
    limits.map((limit) => tryCount(licenseeId, key, limit))
  return [
    {
      what: 'Signing in',
      counts: [...against(signInTries), ...counts(wrongPasswordKey(signInTries.name, login), wrongPasswordTries)],
    },
    {
      what: 'Recovering the password',
      counts: [...against(recoveryTries), ...counts(sendKey(recoveringPerson(id)), sendsPerPerson)],
    },
    { what: 'The code of the authenticator app', counts: counts(secondFactorKey(id), secondFactorTries) },
    { what: 'Changing the security settings', counts: counts(proofKey(id), proofTries) },
  ]
}

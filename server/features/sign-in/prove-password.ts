import { wrongPasswordKey, wrongPasswordTries } from '../../identity/account-limits.ts'
import { findAccount, loginKey, type Account } from '../../identity/account.store.ts'
import type { ActionContext } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { isTooMany, isWithin, tryCount } from '../../protocol/limits.ts'
import type { Services } from '../../services.ts'
import { proveIdentity, type Credentials } from './prove-identity.ts'
import { warning, warnOwner, type WarnServices } from './warn-owner.ts'

export type ProveServices = WarnServices & Pick<Services, 'passwords' | 'countedTries' | 'jobs'>

interface Entered extends Omit<Credentials, 'licenseeId' | 'at'> {
  /** Of the action. */
  name: string
}

/**
 * Authenticates a person, and counts wrong passwords in browsers that do not know the name, whether it has an account
 * or not. Above a number its owner gets an email. Throws the Failures `signIn.wrongTooOften` and those of
 * `proveIdentity`.
 */
export async function provePassword(
  services: ProveServices,
  context: ActionContext,
  { name, ...entered }: Entered,
): Promise<Account> {
  const { id: licenseeId } = context.licensee
  const credentials = { ...entered, licenseeId, at: context.now() }
  if (context.client.knows(loginKey(entered.login))) return proveIdentity(services, credentials)
  const key = wrongPasswordKey(name, entered.login)
  // Counted before the password is checked, so that attempts at the same time are counted too.
  for (const limit of wrongPasswordTries) await context.takeTry(key, limit).catch(rethrowTooOften)
  try {
    const account = await proveIdentity(services, credentials)
    await giveBack()
    return account
  } catch (error) {
    if (error instanceof Failure && error.code === 'signIn.invalid')
      await warnIfOften(services, context, { name, ...entered })
    // The password was right, but of another kind of account.
    else await giveBack()
    throw error
  }

  async function giveBack() {
    for (const limit of wrongPasswordTries) {
      const counted = tryCount(licenseeId, key, limit)
      await services.countedTries.giveBack(counted.key, counted.limit)
    }
  }
}

function rethrowTooOften(error: unknown): never {
  if (!isTooMany(error)) throw error
  throw new Failure('signIn.wrongTooOften', error.options)
}

const daySeconds = 24 * 3600
/** So many wrong passwords a day may be the owner's own. */
const unremarkable = { tries: 10, seconds: daySeconds }
const emails = { tries: 1, seconds: daySeconds }

async function warnIfOften(
  services: ProveServices,
  context: ActionContext,
  { name, login, kind, otherKind }: Entered,
): Promise<void> {
  const key = wrongPasswordKey(name, login)
  if ((await isWithin(context, `${key}:often`, unremarkable)) || !(await isWithin(context, `${key}:warned`, emails)))
    return
  for (const each of otherKind ? [kind, otherKind] : [kind]) {
    const account = await findAccount(services.db, { licenseeId: context.licensee.id, kind: each, login })
    if (account) await services.jobs.add(services.db, warnOwner, warning(context, account))
  }
}

import { accountLimits } from '../../identity/account-limits.ts'
import { failedAddresses } from '../../identity/patient-accounts.store.ts'
import type { Context } from '../../protocol/context.ts'
import { action, type ActionDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { frontOffice } from '../../protocol/guard.ts'
import { OfPatient } from './account-help.inputs.ts'
import { helpedPatient, type HelpedPatient } from './helped-patient.ts'
import { done, recordAct, type HelpServices } from './record-act.ts'

/** No count of one network lasts longer. */
const failedWithinMs = 24 * 3_600_000

async function limitsOf({ db }: Pick<HelpServices, 'db'>, context: Context, { key, own }: HelpedPatient) {
  if (!own) return []
  const { licenseeId } = key
  const since = new Date(context.now().getTime() - failedWithinMs)
  const addresses = await failedAddresses(db, { licenseeId, login: own.login, since })
  return accountLimits({ licenseeId, id: own.accountId, login: own.login }, addresses)
}

/** What the owner of an account cannot do at the moment, after too many attempts. */
export interface Lock {
  /** As the subject of "is locked". */
  what: string
  until: Date
}

/** Returns what is locked for the owner of the patient's own account. */
export async function locksOf(services: HelpServices, context: Context, helped: HelpedPatient): Promise<Lock[]> {
  const limits = await limitsOf(services, context, helped)
  const locks = await Promise.all(
    limits.map(async ({ what, counts }) => {
      const waits = await Promise.all(counts.map(({ key, limit }) => services.countedTries.wait(key, limit)))
      const seconds = Math.max(...waits)
      return seconds > 0 ? [{ what, until: new Date(context.now().getTime() + seconds * 1000) }] : []
    }),
  )
  return locks.flat()
}

/** Forgets the attempts that lock the owner of an account out, those of all networks. */
export function unlockAction(services: HelpServices): ActionDefinition {
  return action({
    name: 'accountHelp.unlock',
    about: 'Unlocks the account of a patient after wrong passwords or codes',
    guard: frontOffice,
    input: OfPatient,
    run: async (context, { patient }) => {
      const helped = await helpedPatient(services.db, context, patient)
      const limits = await limitsOf(services, context, helped)
      if ((await locksOf(services, context, helped)).length === 0)
        throw new Failure('accountHelp.notLocked', { status: 409 })
      // Noted first, so that nothing is unlocked without a trace.
      await services.db.transaction((tx) => recordAct(services, context, { tx, helped, what: 'unlocked' }))
      for (const { key, limit } of limits.flatMap(({ counts }) => counts)) await services.countedTries.clear(key, limit)
      return done(context, { helped, text: 'The account is unlocked.' })
    },
  })
}

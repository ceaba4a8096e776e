import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import { recoveryTries } from '../../identity/account-limits.ts'
import { ownerOf, type Owner } from '../../identity/account-owner.ts'
import type { AccountServices } from '../../identity/account-services.ts'
import { findAccount, loginKey, proofOf, type Proof } from '../../identity/account.store.ts'
import { startFlow } from '../../identity/start-flow.ts'
import type { CodeContacts } from '../../identity/verification-flow.ts'
import { contactsOf, hasContact } from '../../identity/verification.rules.ts'
import { action, type ActionContext, type ActionDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { anyone } from '../../protocol/guard.ts'
import { Day } from '../../protocol/typed-values.ts'
import { aboutOneselfCodes, Email, fits, Name, notBornAfterToday } from './recovery.rules.ts'
import { recoveryPaths } from './recovery.paths.ts'

/** The account whose password is reset, and the contacts for codes. */
export interface Recovery extends Proof, CodeContacts {
  login: string
}

const input = closed({
  Username: Name,
  PatientDOB: Day,
  PatientEmail: Email,
  IsGuardian: Type.Optional(Type.Boolean()),
})
const codes = { '/Username': { required: 'signIn.username', pattern: 'signIn.username' }, ...aboutOneselfCodes }

/** Specification 1 §4, password recovery. The same error covers unknown and disabled accounts and wrong details. */
export function forgotPasswordAction(services: AccountServices): ActionDefinition {
  return action({
    name: recoveryTries.name,
    about: 'Begins the recovery of a password',
    ofAccount: true,
    guard: anyone,
    repeatable: true, // each request starts a new flow, whose id the browser needs
    input,
    codes,
    upToToday: notBornAfterToday,
    limit: { perAddress: 20, identity: ({ Username }) => loginKey(Username), ...recoveryTries.limit },
    run: async (context, { Username, IsGuardian = false, ...claim }) => {
      context.trace.claimedIdentity = Username
      const fitting = (await ownersCalled(services, context, Username)).filter((owner) => fits(owner, claim))
      const meant = fitting.find(({ account }) => account.kind === (IsGuardian ? 'guardian' : 'patient'))
      const owner = meant ?? fitting[0]
      const contacts = owner ? contactsOf(owner, services.outbox) : {}
      if (!owner || !hasContact(contacts)) throw new Failure('recovery.unknown', { status: 404 })
      const subject: Recovery = { ...proofOf(owner.account), login: owner.account.login, contacts }
      await startFlow(services, context, { purpose: 'recovery', subject })
      return [{ type: 'navigate', to: recoveryPaths.code() }]
    },
  })
}

/** Looks up both kinds, because a patient and a guardian may have the same username. */
async function ownersCalled(services: AccountServices, context: ActionContext, login: string): Promise<Owner[]> {
  const kinds = ['patient', 'guardian'] as const
  const owners = await Promise.all(
    kinds.map(async (kind) => {
      const account = await findAccount(services.db, { licenseeId: context.licensee.id, kind, login })
      return ownerOf(services, context, account)
    }),
  )
  return owners.filter((owner) => owner !== undefined)
}

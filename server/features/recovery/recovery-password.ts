import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import { ownerOf, type Owner } from '../../identity/account-owner.ts'
import type { AccountServices } from '../../identity/account-services.ts'
import { findAccount, loginKey, proofOf, type Proof } from '../../identity/account.store.ts'
import { begin } from '../../identity/entering.ts'
import type { CodeContacts } from '../../identity/verification-flow.ts'
import { contactsOf, hasContact } from '../../identity/verification.rules.ts'
import { action, type ActionContext, type ActionDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { anyone } from '../../protocol/guard.ts'
import { aboutOneselfCodes, BirthDay, Email, fits, lookupSeconds, Name, refuseFuture } from './recovery.rules.ts'

export const recoveryCodeRoute = '/user/forgotpassword/verification'

/** Whose password it is about, and where codes may go. */
export interface Recovery extends Proof, CodeContacts {
  login: string
}

const input = closed({
  Username: Name,
  PatientDOB: BirthDay,
  PatientEmail: Email,
  IsGuardian: Type.Optional(Type.Boolean()),
})
const codes = { '/Username': { required: 'signIn.username', pattern: 'signIn.username' }, ...aboutOneselfCodes }

/** Specification 1 §4, password recovery. Nothing tells apart who is unknown, disabled, or known by other words. */
export function forgotPasswordAction(services: AccountServices): ActionDefinition {
  return action({
    name: 'account.forgotPassword',
    about: 'Begins the recovery of a password',
    guard: anyone,
    repeatable: true, // it begins anew: the browser needs the id of the way each time
    input,
    codes,
    limit: { perAddress: 20, identity: ({ Username }) => loginKey(Username), identitySeconds: lookupSeconds },
    run: async (context, { Username, IsGuardian = false, ...claim }) => {
      context.trace.claimedIdentity = Username
      refuseFuture(context, claim.PatientDOB)
      const fitting = (await ownersCalled(services, context, Username)).filter((owner) => fits(owner, claim))
      const meant = fitting.find(({ account }) => account.kind === (IsGuardian ? 'guardian' : 'patient'))
      const owner = meant ?? fitting[0]
      const contacts = owner ? contactsOf(owner, services.outbox) : {}
      if (!owner || !hasContact(contacts)) throw new Failure('recovery.unknown', { status: 404 })
      const subject: Recovery = { ...proofOf(owner.account), login: owner.account.login, contacts }
      await begin(services, context, { purpose: 'recovery', subject })
      return [{ type: 'navigate', to: recoveryCodeRoute }]
    },
  })
}

/** A patient and a guardian may have the same username: both are looked up, whichever there is. */
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

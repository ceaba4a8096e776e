import { closed } from '../../../schemas/base.ts'
import { advanceFlow } from '../../identity/flow.store.ts'
import { verificationFlow, type VerificationFlow } from '../../identity/verification-flow.ts'
import { flowPlace } from '../../identity/verification.ts'
import { paths } from '../../practice/paths.ts'
import { action, type ActionDefinition } from '../../protocol/definitions.ts'
import { anyone } from '../../protocol/guard.ts'
import { endSignUp, notNow, purpose, signUpAt, toStep, type SignUp, type SignUpServices } from './sign-up.flow.ts'

const limit = { perAddress: 60 }

/** Step 1: the code (specification 1 §4, Verification). */
export function signUpCode(services: SignUpServices): VerificationFlow<SignUp> {
  return verificationFlow(services, {
    purpose,
    digits: 4, // specification 1 §5, §9
    route: paths.signUp.route,
    send: {
      name: 'account.sendSignUpCode',
      about: 'Sends the code of a sign-up to the chosen contacts of the record',
      limit,
    },
    resend: {
      name: 'account.resendSignUpCode',
      about: 'Sends another code of a sign-up to where the one before went',
      limit,
    },
    ended: { name: 'account.signUpCodeEnded', about: 'Closes the entry of a code whose time is over' },
    verify: { name: 'account.verifySignUpCode', about: 'Checks the code of a sign-up' },
    flowAt: (context, step) => signUpAt(services, context, step),
    isOver: (context) => notNow(services, context),
    person: ({ patient }) => patient.id,
    toEntry: toStep,
    fresh: services.fresh,
    verified: async (context) => {
      const move = { ...flowPlace(context, purpose), from: 'code', to: 'secure' }
      if (!(await advanceFlow(services.db, move))) throw await notNow(services, context)
      return [toStep, { type: 'notify', tone: 'success', text: 'Code verified successfully!' }]
    },
  })
}

export function signUpBackAction(services: SignUpServices): ActionDefinition {
  return action({
    name: 'account.signUpBack',
    about: 'Gives a sign-up up and begins anew, with nothing filled in',
    ofAccount: true,
    guard: anyone,
    repeatable: true,
    input: closed({}),
    run: async (context) => {
      await endSignUp(services, context)
      return [toStep]
    },
  })
}

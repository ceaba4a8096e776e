import Type from 'typebox'
import { advanceFlow, dropCode, type Flow } from '../../identity/flow.store.ts'
import { ChosenWays, chosenOf, endsNow, hasContact, type Contacts } from '../../identity/verification.rules.ts'
import { codeCodes, codeInput, codeIsOver, flowPlace, isCode, sendCode } from '../../identity/verification.ts'
import { routes } from '../../practice/routes.ts'
import { action, type ActionContext, type ActionDefinition } from '../../protocol/definitions.ts'
import { InvalidInput } from '../../protocol/failure.ts'
import { anyone } from '../../protocol/guard.ts'
import {
  endSignUp,
  notNow,
  purpose,
  signUpAt,
  signUpDigits,
  toStep,
  type SignUp,
  type SignUpServices,
} from './sign-up.flow.ts'

const nothing = Type.Object({}, { additionalProperties: false })
const limit = { perAddress: 60 }

export interface SignUpCodeActions {
  send: ActionDefinition
  resend: ActionDefinition
  ended: ActionDefinition
  verify: ActionDefinition
  back: ActionDefinition
}

/** Step 1: the code (specification 1 §4, Verification). */
export function signUpCodeActions(services: SignUpServices): SignUpCodeActions {
  return {
    send: sendAction(services),
    resend: resendAction(services),
    ended: endedAction(services),
    verify: verifyAction(services),
    back: backAction(services),
  }
}

function sendAction(services: SignUpServices): ActionDefinition {
  return action({
    name: 'account.sendSignUpCode',
    about: 'Sends the code of a sign-up to the chosen contacts of the record',
    guard: anyone,
    limit,
    input: ChosenWays,
    run: async (context, chosen) => {
      const flow = await signUpAt(services, context, 'choose')
      const to = chosenOf(flow.subject.contacts, chosen)
      if (!hasContact(to)) {
        const pointer = flow.subject.contacts.email === undefined ? '/byPhone' : '/byEmail'
        throw new InvalidInput([{ pointer, code: 'verification.choose' }])
      }
      await sendTo(services, context, { flow, to })
      return [toStep, { type: 'notify', tone: 'success', text: 'Code sent successfully!' }]
    },
  })
}

function resendAction(services: SignUpServices): ActionDefinition {
  return action({
    name: 'account.resendSignUpCode',
    about: 'Sends another code of a sign-up to where the one before went',
    guard: anyone,
    limit,
    input: nothing,
    run: async (context) => {
      const flow = await signUpAt(services, context, 'code')
      await sendTo(services, context, { flow, to: flow.subject.sentTo ?? {} })
      return [toStep, { type: 'notify', tone: 'success', text: 'Code re-sent successfully!' }]
    },
  })
}

/** The step is taken once the code is out, so that a code that could not be sent leaves nothing half done. */
async function sendTo(
  services: SignUpServices,
  context: ActionContext,
  { flow, to }: { flow: Flow<SignUp>; to: Contacts },
): Promise<void> {
  const { step: from, subject } = flow
  const { patient, contacts } = subject
  const unsent = await sendCode(services, context, { purpose, digits: signUpDigits, to, person: patient.id })
  const next: SignUp = { patient, contacts, sentTo: to, ...(unsent ? { unsent } : {}) }
  const move = { ...flowPlace(context, purpose), from, to: 'code', subject: next, keepsCode: true }
  if (!(await advanceFlow(services.db, move))) throw await notNow(services, context)
}

/** The countdown of the browser is at zero; its clock and ours differ a little. */
function endedAction(services: SignUpServices): ActionDefinition {
  return action({
    name: 'account.signUpCodeEnded',
    about: 'Closes the entry of a code whose time is over',
    guard: anyone,
    repeatable: true,
    input: nothing,
    run: async (context) => {
      const { code } = await signUpAt(services, context, 'code')
      if (endsNow(code, context.now())) await dropCode(services.db, flowPlace(context, purpose))
      return [{ type: 'refresh', what: 'screen' }]
    },
  })
}

function verifyAction(services: SignUpServices): ActionDefinition {
  return action({
    name: 'account.verifySignUpCode',
    about: 'Checks the code of a sign-up',
    guard: anyone,
    limit,
    codes: codeCodes,
    input: codeInput(signUpDigits),
    run: async (context, { code: typed }) => {
      await signUpAt(services, context, 'code')
      if (!(await isCode(services, context, { purpose, digits: signUpDigits, typed })))
        throw codeIsOver(context, { screen: await services.fresh(context), route: routes.signUp })
      const move = { ...flowPlace(context, purpose), from: 'code', to: 'secure' }
      if (!(await advanceFlow(services.db, move))) throw await notNow(services, context)
      return [toStep, { type: 'notify', tone: 'success', text: 'Code verified successfully!' }]
    },
  })
}

function backAction(services: SignUpServices): ActionDefinition {
  return action({
    name: 'account.signUpBack',
    about: 'Gives a sign-up up and begins anew, with nothing filled in',
    guard: anyone,
    repeatable: true,
    input: nothing,
    run: async (context) => {
      await endSignUp(services, context)
      return [toStep]
    },
  })
}

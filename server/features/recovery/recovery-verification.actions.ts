import Type from 'typebox'
import type { Effect } from '../../../schemas/effect.ts'
import type { AccountServices } from '../../identity/account-services.ts'
import { begin, type ResetGrant } from '../../identity/entering.ts'
import { advanceFlow, dropCode, endFlow, type Flow } from '../../identity/flow.store.ts'
import { ChosenWays, chosenOf, endsNow, hasContact, type Contacts } from '../../identity/verification.rules.ts'
import { codeCodes, codeInput, codeIsOver, flowPlace, isCode, sendCode } from '../../identity/verification.ts'
import { routes } from '../../practice/routes.ts'
import { action, type ActionContext, type ActionDefinition } from '../../protocol/definitions.ts'
import { InvalidInput } from '../../protocol/failure.ts'
import { anyone } from '../../protocol/guard.ts'
import { recoveryCodeRoute, type Recovery } from './recovery-password.ts'
import {
  loadRecoveryCode,
  recoveryDigits,
  recoveryIn,
  recoveryIsOver,
  type RecoveryCodeActions,
} from './recovery-verification.ts'

const purpose = 'recovery'
const nothing = Type.Object({}, { additionalProperties: false })
const guard = anyone // nobody is signed in: the way in this browser says whose password it is about

export function recoveryCodeActions(services: AccountServices): RecoveryCodeActions {
  const others = { send: sendAction(services), resend: resendAction(services), ended: endedAction(services) }
  const actions: RecoveryCodeActions = { ...others, verify: verifyAction(services, () => actions) }
  return actions
}

function sendAction(services: AccountServices): ActionDefinition {
  return action({
    guard,
    name: 'account.sendRecoveryCode',
    about: 'Sends the code for a new password',
    limit: { perAddress: 30 },
    input: ChosenWays,
    run: async (context, chosen) => {
      const flow = await recoveryOf(services, context)
      const { contacts } = flow.subject
      const sentTo = chosenOf(contacts, chosen)
      if (!hasContact(sentTo)) {
        const pointer = contacts.email === undefined ? '/byPhone' : '/byEmail'
        throw new InvalidInput([{ pointer, code: 'verification.choose' }])
      }
      return sendTo(services, context, { flow, sentTo, said: 'Code sent successfully!' })
    },
  })
}

function resendAction(services: AccountServices): ActionDefinition {
  return action({
    guard,
    name: 'account.resendRecoveryCode',
    about: 'Sends another code for a new password',
    limit: { perAddress: 30 },
    input: nothing,
    run: async (context) => {
      const flow = await recoveryOf(services, context)
      const { sentTo } = flow.subject
      if (!sentTo) throw recoveryIsOver(context)
      return sendTo(services, context, { flow, sentTo, said: 'Code re-sent successfully!' })
    },
  })
}

function endedAction(services: AccountServices): ActionDefinition {
  return action({
    guard,
    name: 'account.recoveryCodeEnded',
    about: 'Closes the entry of a code whose time is over',
    repeatable: true,
    input: nothing,
    run: async (context) => {
      const { code } = await recoveryOf(services, context)
      if (endsNow(code, context.now())) await dropCode(services.db, flowPlace(context, purpose))
      return [{ type: 'refresh', what: 'screen' }]
    },
  })
}

function verifyAction(services: AccountServices, actions: () => RecoveryCodeActions): ActionDefinition {
  return action({
    guard,
    name: 'account.verifyRecoveryCode',
    about: 'Checks the code for a new password',
    repeatable: true, // a right code counts once by itself, and its answer brings a cookie that is not kept
    limit: { perAddress: 60 },
    input: codeInput(recoveryDigits),
    codes: codeCodes,
    run: async (context, { code }) => {
      const { subject } = await recoveryOf(services, context)
      if (await isCode(services, context, { purpose, digits: recoveryDigits, typed: code }))
        return grantReset(services, context, subject)
      throw codeIsOver(context, {
        screen: await loadRecoveryCode(services, context, actions()),
        route: recoveryCodeRoute,
      })
    },
  })
}

async function recoveryOf(services: AccountServices, context: ActionContext): Promise<Flow<Recovery>> {
  const flow = await recoveryIn(services, context)
  if (!flow) throw recoveryIsOver(context)
  context.trace.claimedIdentity = flow.subject.login
  return flow
}

/** Where it went is remembered for the screen of the code, which may be opened again. */
async function sendTo(
  services: AccountServices,
  context: ActionContext,
  { flow, sentTo, said }: { flow: Flow<Recovery>; sentTo: Contacts; said: string },
): Promise<Effect[]> {
  const { unsent: _before, ...recovery } = flow.subject
  const person = `account:${recovery.accountId}`
  const unsent = await sendCode(services, context, { purpose, digits: recoveryDigits, to: sentTo, person })
  const subject: Recovery = { ...recovery, sentTo, ...(unsent ? { unsent } : {}) }
  const move = { ...flowPlace(context, purpose), from: flow.step, to: 'code', subject, keepsCode: true }
  if (!(await advanceFlow(services.db, move))) throw recoveryIsOver(context)
  return [
    { type: 'refresh', what: 'screen' },
    { type: 'notify', tone: 'success', text: said },
  ]
}

/** security.md: the right code brings a grant to set one password, once. */
async function grantReset(
  services: AccountServices,
  context: ActionContext,
  { accountId, passwordVersion }: Recovery,
): Promise<Effect[]> {
  if (!(await endFlow(services.db, flowPlace(context, purpose)))) throw recoveryIsOver(context)
  context.session.keepFlow(purpose, undefined)
  await begin(services, context, { purpose: 'reset', subject: { accountId, passwordVersion } satisfies ResetGrant })
  return [{ type: 'navigate', to: routes.resetPassword, replace: true }]
}

import { closed } from '../../../schemas/base.ts'
import type { Effect } from '../../../schemas/effect.ts'
import { homeOf } from '../../identity/account-home.ts'
import type { AccountServices } from '../../identity/account-services.ts'
import { accountById, putSecondFactor } from '../../identity/account.store.ts'
import {
  enrolmentPlace,
  becomeProtected,
  beginEnrolment,
  endEnrolment,
  type Enrolment,
} from '../../identity/enrolment.ts'
import { removeSecondFactor } from '../../identity/remove-second-factor.ts'
import { startFlow } from '../../identity/start-flow.ts'
import { endFlow, readFlow } from '../../identity/flow.store.ts'
import { passkeysOf } from '../../identity/passkeys.store.ts'
import { ownAccount } from '../../identity/prove-again.ts'
import { provenAction } from '../../identity/proven-action.ts'
import { publishAccount } from '../../identity/publish-account.ts'
import { sendSecurityNotice } from '../../identity/security-notice.ts'
import { codeDigits, stepOf } from '../../identity/totp.ts'
import { typedCode } from '../../identity/verification.rules.ts'
import { codeCodes, codeForm, codeInput, flowPlace } from '../../identity/verification.ts'
import { staffTopic } from '../../practice/staff.ts'
import { action, type ActionContext, type ActionDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { everyoneSignedIn } from '../../protocol/guard.ts'
import { personTopic, signedIn } from '../../protocol/principal.ts'
import { replaceRecoveryCodes } from './recovery-codes.store.ts'
import { secondFactorPaths } from './second-factor.paths.ts'
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts'
import { secondFactorOffered, staffNeedsIt } from './second-factor.rules.ts'
import { type SecondFactorActions } from './second-factor.screens.ts'

export const codeSchema = codeForm(codeDigits)
const nothing = closed({})
const limit = { perAddress: 60 }
/**
 * Responses are not stored: a reader of the fast hash of a password or code, stored with them, could try many values.
 */
const repeatable = true

export function secondFactorActions(services: AccountServices): SecondFactorActions {
  return {
    begin: beginAction(services),
    enable: enableAction(services),
    newCodes: newCodesAction(services),
    disable: disableAction(services),
    keepCodes: keepCodesAction(services),
  }
}

function beginAction(services: AccountServices): ActionDefinition {
  return provenAction(services, {
    name: 'account.beginSecondFactor',
    about: 'Begins to set up an authenticator app',
    ofAccount: true,
    guard: everyoneSignedIn,
    offered: secondFactorOffered,
    repeatable,
    limit,
    input: nothing,
    run: async (context) => {
      const account = await ownAccount(services, context)
      if (account.totpSecret) throw new Failure('secondFactor.already', { status: 409 })
      await beginEnrolment(services, context, { accountId: account.id })
      return [{ type: 'navigate', to: secondFactorPaths.authenticator[homeOf(signedIn(context)).of]() }]
    },
  })
}

function enableAction(services: AccountServices): ActionDefinition {
  return action({
    name: 'account.enableSecondFactor',
    about: 'Turns the second factor on, with a code of the app that was set up',
    ofAccount: true,
    guard: everyoneSignedIn,
    offered: secondFactorOffered,
    repeatable,
    limit,
    codes: codeCodes,
    input: codeInput(codeDigits),
    run: async (context, { code }) => {
      const { accountId } = signedIn(context)
      const place = flowPlace(context, 'enrolment')
      const at = context.now()
      const flow = await readFlow<Enrolment>(services.db, { ...place, at })
      if (flow?.step !== 'begun' || flow.subject.accountId !== accountId)
        throw new Failure('secondFactor.begin', { status: 409 })
      const secret = services.encryption.decrypt(flow.subject.encrypted, enrolmentPlace(accountId))
      const lastStep = stepOf({ secret, code: typedCode(code), at })
      if (lastStep === undefined) throw new Failure('secondFactor.notYet', { pointer: '/code', clear: true })
      const codes = newRecoveryCodes()
      const encryptedSecret = services.encryption.encrypt(secret, ['accounts.totp_secret', accountId])
      const isOn = await services.db.transaction(async (tx) => {
        if (!(await endFlow(tx, place))) return false
        if (!(await putSecondFactor(tx, { accountId, encryptedSecret, lastStep }))) return false
        await replaceRecoveryCodes(tx, hashedCodes(accountId, codes))
        return true
      })
      if (!isOn) throw new Failure('secondFactor.already', { status: 409 })
      await notifyOwner(services, context, 'secondFactorOn')
      const effects = await showCodes(services, context, { codes, to: flow.subject.to })
      return (await becomeProtected(context)) ? [{ type: 'refresh', what: 'shell' }, ...effects] : effects
    },
  })
}

function newCodesAction(services: AccountServices): ActionDefinition {
  return provenAction(services, {
    name: 'account.newRecoveryCodes',
    about: 'Makes new recovery codes instead of all earlier ones',
    ofAccount: true,
    guard: everyoneSignedIn,
    repeatable,
    limit,
    input: nothing,
    run: async (context) => {
      const account = await ownAccount(services, context)
      if (!account.totpSecret) throw new Failure('secondFactor.none', { status: 409 })
      const codes = newRecoveryCodes()
      await services.db.transaction((tx) => replaceRecoveryCodes(tx, hashedCodes(account.id, codes)))
      await notifyOwner(services, context, 'newRecoveryCodes')
      return showCodes(services, context, { codes })
    },
  })
}

function disableAction(services: AccountServices): ActionDefinition {
  return provenAction(services, {
    name: 'account.disableSecondFactor',
    about: 'Turns the second factor off',
    ofAccount: true,
    guard: everyoneSignedIn,
    repeatable,
    limit,
    input: nothing,
    run: async (context) => {
      const account = await ownAccount(services, context)
      const isOff = await services.db.transaction((tx) => removeSecondFactor(services, tx, account.id))
      if (!isOff) throw new Failure('secondFactor.none', { status: 409 })
      await notifyOwner(services, context, 'secondFactorOff')
      const person = signedIn(context)
      const hasOther = (await passkeysOf(services.db, account.id)).length > 0
      if (person.kind === 'admin' && staffNeedsIt(context) && !hasOther) {
        await context.session.signIn({ ...person, unprotected: true })
        await beginEnrolment(services, context, { accountId: person.accountId, to: homeOf(person).root })
        const to = secondFactorPaths.authenticator.admins()
        return [{ type: 'purge' }, { type: 'refresh', what: 'shell' }, { type: 'navigate', to, replace: true }]
      }
      return [
        { type: 'navigate', to: homeOf(person).root },
        { type: 'notify', tone: 'success', text: 'The authenticator app is turned off' },
      ]
    },
  })
}

function keepCodesAction(services: AccountServices): ActionDefinition {
  return action({
    name: 'account.keepRecoveryCodes',
    about: 'Says that the new recovery codes are kept; they are no longer shown',
    ofAccount: true,
    guard: everyoneSignedIn,
    repeatable,
    input: nothing,
    run: async (context) => {
      const own = await endEnrolment(services, context)
      return [{ type: 'navigate', to: own ?? homeOf(signedIn(context)).root, replace: true }]
    },
  })
}

function hashedCodes(accountId: number, codes: readonly string[]) {
  return { accountId, hashes: codes.map((code) => recoveryCodeHash(accountId, code)) }
}

/** The response does not contain the codes: a screen of this browser shows them until the person has saved them. */
async function showCodes(
  services: AccountServices,
  context: ActionContext,
  { codes, to }: { codes: readonly string[]; to?: string },
): Promise<Effect[]> {
  const person = signedIn(context)
  const subject: Enrolment = {
    accountId: person.accountId,
    encrypted: services.encryption.encrypt(JSON.stringify(codes), enrolmentPlace(person.accountId)),
    ...(to ? { to } : {}),
  }
  await startFlow(services, context, { purpose: 'enrolment', step: 'codes', subject })
  return [{ type: 'navigate', to: secondFactorPaths.recoveryCodes[homeOf(person).of](), replace: true }]
}

async function notifyOwner(
  services: AccountServices,
  context: ActionContext,
  what: 'secondFactorOn' | 'secondFactorOff' | 'newRecoveryCodes',
): Promise<void> {
  const person = signedIn(context)
  const ofStaff = person.kind === 'admin' ? [staffTopic(context.licensee.id)] : []
  context.publish([personTopic(person, 'protection'), ...ofStaff])
  await publishAccount(services, context, person.accountId)
  const account = await accountById(services.db, person.accountId)
  if (account) await sendSecurityNotice(services, context, { account, what })
}

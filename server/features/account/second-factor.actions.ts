import Type from 'typebox'
import type { Effect } from '../../../schemas/effect.ts'
import { action, type ActionContext, type ActionDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { everyoneSignedIn } from '../../protocol/guard.ts'
import { personTopic, signedIn } from '../../protocol/principal.ts'
import { homeOf } from './account-home.ts'
import { accountById, dropSecondFactor, putSecondFactor } from './account.store.ts'
import type { AccountTools } from './account-tools.ts'
import { begin } from './entering.ts'
import { endFlow, readFlow } from './flow.store.ts'
import { Proof, proofCodes, proveAgain } from './prove-again.ts'
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts'
import { dropRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.store.ts'
import { codeDigits, newSecret, stepOf } from './second-factor.codes.ts'
import { secondFactorOffered } from './second-factor.rules.ts'
import { authenticatorPath, recoveryCodesPath, type SecondFactorActions } from './second-factor.screens.ts'
import { sendSecurityNotice } from './security-notice.ts'
import { codeCodes, codeForm, codeInput, flowPlace } from './verification.ts'
import { typedCode } from './verification.rules.ts'

export const codeSchema = codeForm(codeDigits)
const nothing = Type.Object({}, { additionalProperties: false })
const limit = { perAddress: 60 }
/** A quick hash of a password or code must not be kept beside an answer: who reads it could try many. */
const repeatable = true

/** What the way of setting up remembers: at first the secret of the app, then the codes that are to be kept. */
export interface Enrolment {
  accountId: number
  /** The secret in base32, or the codes as JSON. */
  sealed: string
}

export function secondFactorActions(tools: AccountTools): SecondFactorActions {
  return {
    begin: beginAction(tools),
    enable: enableAction(tools),
    newCodes: newCodesAction(tools),
    disable: disableAction(tools),
    keepCodes: keepCodesAction(tools),
  }
}

function beginAction(tools: AccountTools): ActionDefinition {
  return action({
    name: 'account.beginSecondFactor',
    about: 'Begins to set up an authenticator app, after the own password',
    guard: everyoneSignedIn,
    offered: secondFactorOffered,
    repeatable,
    limit,
    codes: proofCodes,
    input: Proof,
    run: async (context, { Proof: proof }) => {
      const account = await proveAgain(tools, context, proof)
      if (account.totpSecret) throw new Failure('secondFactor.already', { status: 409 })
      const subject: Enrolment = { accountId: account.id, sealed: tools.seal.close(newSecret()) }
      await begin(tools, context, { purpose: 'enrolment', subject })
      return [{ type: 'navigate', to: homeOf(signedIn(context)).root + authenticatorPath, replace: true }]
    },
  })
}

function enableAction(tools: AccountTools): ActionDefinition {
  return action({
    name: 'account.enableSecondFactor',
    about: 'Turns the second factor on, with a code of the app that was set up',
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
      const flow = await readFlow<Enrolment>(tools.db, { ...place, at })
      if (flow?.step !== 'begun' || flow.subject.accountId !== accountId)
        throw new Failure('secondFactor.begin', { status: 409 })
      const lastStep = stepOf({ secret: tools.seal.open(flow.subject.sealed), code: typedCode(code), at })
      if (lastStep === undefined) throw new Failure('secondFactor.notYet', { pointer: '/code', clear: true })
      const codes = newRecoveryCodes()
      const isOn = await tools.db.transaction(async (tx) => {
        if (!(await endFlow(tx, place))) return false
        if (!(await putSecondFactor(tx, { accountId, sealedSecret: flow.subject.sealed, lastStep }))) return false
        await replaceRecoveryCodes(tx, hashedCodes(accountId, codes))
        return true
      })
      if (!isOn) throw new Failure('secondFactor.already', { status: 409 })
      await tell(tools, context, 'secondFactorOn')
      return showCodes(tools, context, codes)
    },
  })
}

function newCodesAction(tools: AccountTools): ActionDefinition {
  return action({
    name: 'account.newRecoveryCodes',
    about: 'Makes new recovery codes instead of all earlier ones',
    guard: everyoneSignedIn,
    repeatable,
    limit,
    codes: proofCodes,
    input: Proof,
    run: async (context, { Proof: proof }) => {
      const account = await proveAgain(tools, context, proof)
      if (!account.totpSecret) throw new Failure('secondFactor.none', { status: 409 })
      const codes = newRecoveryCodes()
      await tools.db.transaction((tx) => replaceRecoveryCodes(tx, hashedCodes(account.id, codes)))
      await tell(tools, context, 'newRecoveryCodes')
      return showCodes(tools, context, codes)
    },
  })
}

function disableAction(tools: AccountTools): ActionDefinition {
  return action({
    name: 'account.disableSecondFactor',
    about: 'Turns the second factor off',
    guard: everyoneSignedIn,
    repeatable,
    limit,
    codes: proofCodes,
    input: Proof,
    run: async (context, { Proof: proof }) => {
      const account = await proveAgain(tools, context, proof)
      const isOff = await tools.db.transaction(async (tx) => {
        await dropRecoveryCodes(tx, account.id)
        return dropSecondFactor(tx, account.id)
      })
      if (!isOff) throw new Failure('secondFactor.none', { status: 409 })
      await tell(tools, context, 'secondFactorOff')
      return [
        { type: 'navigate', to: homeOf(signedIn(context)).root },
        { type: 'notify', tone: 'success', text: 'The authenticator app is turned off' },
      ]
    },
  })
}

function keepCodesAction({ db }: AccountTools): ActionDefinition {
  return action({
    name: 'account.keepRecoveryCodes',
    about: 'Says that the new recovery codes are kept; they are not shown any more',
    guard: everyoneSignedIn,
    repeatable,
    input: nothing,
    run: async (context) => {
      await endFlow(db, flowPlace(context, 'enrolment'))
      context.session.keepFlow('enrolment', undefined)
      return [{ type: 'navigate', to: homeOf(signedIn(context)).root, replace: true }]
    },
  })
}

function hashedCodes(accountId: number, codes: readonly string[]) {
  return { accountId, hashes: codes.map((code) => recoveryCodeHash(accountId, code)) }
}

/** The codes themselves are no part of the answer: a screen of this browser shows them until they are kept. */
async function showCodes(tools: AccountTools, context: ActionContext, codes: readonly string[]): Promise<Effect[]> {
  const person = signedIn(context)
  const subject: Enrolment = { accountId: person.accountId, sealed: tools.seal.close(JSON.stringify(codes)) }
  await begin(tools, context, { purpose: 'enrolment', step: 'codes', subject })
  return [{ type: 'navigate', to: homeOf(person).root + recoveryCodesPath, replace: true }]
}

async function tell(
  tools: AccountTools,
  context: ActionContext,
  what: 'secondFactorOn' | 'secondFactorOff' | 'newRecoveryCodes',
): Promise<void> {
  const person = signedIn(context)
  context.publish([personTopic(person, 'protection')])
  const account = await accountById(tools.db, person.accountId)
  if (account) await sendSecurityNotice(tools, context, { account, what })
}

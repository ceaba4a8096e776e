import Type from 'typebox'
import { closed } from '../../schemas/base.ts'
import type { FormField } from '../protocol/form-fields.ts'
import type { ActionContext } from '../protocol/definitions.ts'
import { Failure } from '../protocol/failure.ts'
import { signedIn } from '../protocol/principal.ts'
import type { Services } from '../services.ts'
import { proofTryOf } from './account-limits.ts'
import { accountById, useTotpStep, type Account } from './account.store.ts'
import { longestPassword } from './password.rules.ts'
import { codeDigits, stepOf } from './totp.ts'
import { typedCode } from './verification.rules.ts'

export type ProofServices = Pick<Services, 'db' | 'encryption' | 'passwords' | 'countedTries' | 'uses'>

/** The input of an action that requires a fresh proof of identity. */
export const Proof = closed({ Proof: Type.String({ minLength: 1, maxLength: longestPassword }) })
export const proofCodes = { '/Proof': { required: 'proof.required' } }

export function proofField({ withCode }: { withCode: boolean }): FormField {
  return {
    name: 'Proof',
    label: withCode ? 'Your current password, or a code from your app' : 'Your current password',
    widget: 'password',
    autocomplete: 'current-password',
  }
}

/**
 * Requires the password or a code again before a change to account security: a person who finds a signed-in browser
 * must be able neither to keep access to the account nor to lock its owner out. Throws the Failures `proof.wrong`,
 * `request.tooMany` and `access.signIn`.
 */
export async function proveAgain(services: ProofServices, context: ActionContext, proof: string): Promise<void> {
  const counted = proofTryOf(services, context, signedIn(context).accountId)
  await counted.take()
  const account = await ownAccount(services, context)
  const isOwner =
    (await provesByCode(services, { account, typed: proof, at: context.now() })) ||
    (await services.passwords.matches(account.passwordHash, proof))
  if (!isOwner) throw new Failure('proof.wrong', { pointer: '/Proof', clear: true })
  await counted.giveBack()
}

/**
 * Returns the account of the signed-in person. Throws the Failure `access.signIn` when their access has ended since the
 * request arrived: what they typed is not what is wrong.
 */
export async function ownAccount({ db }: Pick<Services, 'db'>, context: ActionContext): Promise<Account> {
  const account = await accountById(db, signedIn(context).accountId)
  if (!account) throw new Failure('access.signIn', { status: 401 })
  return account
}

/** Returns whether a code of the account's authenticator is valid. Each code is valid once. */
export async function provesByCode(
  { db, encryption }: Pick<ProofServices, 'db' | 'encryption'>,
  { account, typed, at }: { account: Account; typed: string; at: Date },
): Promise<boolean> {
  const code = typedCode(typed)
  if (!account.totpSecret || code.length !== codeDigits) return false
  const step = stepOf({
    secret: encryption.decrypt(account.totpSecret, ['accounts.totp_secret', account.id]),
    code,
    at,
  })
  return step !== undefined && useTotpStep(db, { accountId: account.id, step })
}

import Type, { type Static, type TObject } from 'typebox'
import { closed } from '../../schemas/base.ts'
import type { Effect } from '../../schemas/effect.ts'
import { recoveryCodeProofs } from '../practice/extension-points.ts'
import { staffAccessSettings } from '../practice/staff-access.settings.ts'
import type { ActionContext, ActionDefinition, Named } from '../protocol/definitions.ts'
import { Failure } from '../protocol/failure.ts'
import { signedIn } from '../protocol/principal.ts'
import { proofTryOf } from './account-limits.ts'
import type { Account } from './account.store.ts'
import { readFlow } from './flow.store.ts'
import { takeChallenge } from './passkey-challenge.ts'
import { partyAt, relyingPartyOf, requestOptions, UsedCredential, verifyUsed } from './passkey-ceremony.ts'
import { notePasskeyUse, passkeyById, passkeysOf } from './passkeys.store.ts'
import { ownAccount, Proof, proofCodes, proveAgain, provesByCode, type ProofServices } from './prove-again.ts'
import { proofDialog, recoveryDialog, type ProofWays } from './proven-action.dialogs.ts'
import { startFlow } from './start-flow.ts'
import { flowPlace } from './verification.ts'

/** How long a proof holds in the browser in which it was given. */
const proofMinutes = 10

/** The proof, beside the input of the action. */
const Proven = closed({
  Proof: Type.Optional(Proof.properties.Proof),
  ProveBy: Type.Optional(
    Type.Union([Type.Literal('passkey'), Type.Literal('recovery code')], {
      description: 'What the proof is instead of what is requested first. Without a proof: requests it.',
    }),
  ),
  credential: Type.Optional(UsedCredential),
})
type ProveBy = Static<typeof Proven>['ProveBy']

interface ProvenDefinition<S extends TObject> extends Omit<ActionDefinition<S>, 'actions'> {
  /** What its effects call besides itself. */
  calls?: () => readonly Named[]
  /**
   * Whether this input needs a proof; default all. May refuse the input by a Failure, so that nobody proves who they are
   * for what is refused afterwards.
   */
  needsProof?: (context: ActionContext, input: Static<S>) => boolean
}

/**
 * Defines an action that a person runs only within ten minutes after proving again who they are (security.md: of
 * administrators; OWASP ASVS 5.0, 7.5). Without such a proof the action changes nothing and opens a dialog, which sends
 * the same input with the proof: the second factor of the staff, or a recovery code, where the practice wants one and
 * they have it; otherwise the password or a code. To sign in is not such a proof: a session that was taken over just after it could do everything.
 *
 * The proof is a flow of its own, so that the cookie of the session alone does not carry it to another browser. It ends
 * with the password, and at sign-out. Throws the Failures `proof.wrong`, `proof.wrongCode`, `proof.wrongRecovery`,
 * `proof.wrongPasskey`, `request.tooMany` and `access.signIn`.
 */
export function provenAction<S extends TObject>(
  services: ProofServices,
  { calls = () => [], needsProof = () => true, run, input: own, ...definition }: ProvenDefinition<S>,
): ActionDefinition {
  const proven: ActionDefinition = {
    ...(definition as Omit<ActionDefinition, 'input' | 'run'>), // `own` is checked before it runs
    get actions() {
      return [...calls(), proven]
    },
    codes: { ...definition.codes, ...proofCodes },
    input: closed({ ...own.properties, ...Proven.properties }),
    run: async (context, sent) => {
      const { Proof: typed, ProveBy: by, credential, ...rest } = sent as Static<typeof Proven> // checked before it runs
      const input = rest as Static<S> // the members of its own schema
      if (!needsProof(context, input) || (await isProven(services, context))) return run(context, input)
      const account = await ownAccount(services, context)
      const ways = await waysOf(services, context, account)
      if (typed === undefined && credential === undefined) {
        context.trace.outcome = 'proof.needed'
        return request(services, context, { ways, by, action: proven, input: rest })
      }
      await prove(services, context, { account, ways, by, typed, credential })
      await startFlow(services, context, {
        purpose: 'proof',
        subject: { accountId: account.id },
        minutes: proofMinutes,
      })
      const effects = await run(context, input)
      // The dialog is closed already when a passkey is requested.
      return typed === undefined ? effects : [{ type: 'close' }, ...effects]
    },
  }
  return proven
}

async function isProven({ db }: ProofServices, context: ActionContext): Promise<boolean> {
  const place = flowPlace(context, 'proof')
  const flow = await readFlow<{ accountId: number }>(db, { ...place, at: context.now() })
  return flow?.subject.accountId === signedIn(context).accountId
}

/** Of the staff, the second factor is required, if they have one. */
async function waysOf({ db }: ProofServices, context: ActionContext, account: Account): Promise<ProofWays> {
  const hasApp = Boolean(account.totpSecret)
  const isStrict = account.kind === 'admin' && context.setting(staffAccessSettings.Staff_Second_Factor)
  const passkey =
    isStrict && relyingPartyOf(context.client.origin) !== undefined && (await passkeysOf(db, account.id)).length > 0
  const password = !(isStrict && (hasApp || passkey))
  return { typed: password ? (hasApp ? 'password or code' : 'password') : hasApp ? 'code' : undefined, passkey }
}

interface Request {
  ways: ProofWays
  by: ProveBy
  /** Runs with the same input once it is proven. */
  action: ActionDefinition
  input: Record<string, unknown>
}

async function request(
  services: ProofServices,
  context: ActionContext,
  { ways, by, ...again }: Request,
): Promise<Effect[]> {
  if (by === 'passkey' && ways.passkey) return [{ type: 'close' }, await passkeyRequest(services, context, again)]
  const dialog =
    by === 'recovery code' && ways.typed === 'code'
      ? recoveryDialog(again)
      : proofDialog(ways, { ...again, minutes: proofMinutes })
  return [{ type: 'open', dialog }]
}

interface Given {
  account: Account
  ways: ProofWays
  by: ProveBy
  typed: string | undefined
  credential: Static<typeof UsedCredential> | undefined
}

async function prove(services: ProofServices, context: ActionContext, given: Given): Promise<void> {
  const { account, ways, by, typed = '', credential } = given
  if (credential) {
    if (!ways.passkey) throw new Failure('proof.wrongPasskey')
    return proveByPasskey(services, context, { account, credential })
  }
  if (ways.typed === undefined) throw new Failure('proof.wrong', { pointer: '/Proof', clear: true })
  if (ways.typed !== 'code') return proveAgain(services, context, typed)
  // Counted before it is checked, so that tries at the same time are counted.
  const counted = proofTryOf(services, context, account.id)
  await counted.take()
  if (by === 'recovery code') {
    if (!(await provesByRecoveryCode(services, context, { accountId: account.id, typed })))
      throw new Failure('proof.wrongRecovery', { pointer: '/Proof', clear: true })
  } else if (!(await provesByCode(services, { account, typed, at: context.now() })))
    throw new Failure('proof.wrongCode', { pointer: '/Proof', clear: true })
  await counted.giveBack()
}

/** Each recovery code is valid once. */
async function provesByRecoveryCode(
  { uses }: ProofServices,
  context: ActionContext,
  given: { accountId: number; typed: string },
): Promise<boolean> {
  for (const use of uses(recoveryCodeProofs)) if (await use(context, given)) return true
  return false
}

interface Challenge {
  accountId: number
  challenge: string
}

async function passkeyRequest(
  services: ProofServices,
  context: ActionContext,
  { action: { name }, input }: { action: Named; input: object },
): Promise<Effect> {
  const options = await requestOptions(partyAt(context))
  const subject: Challenge = { accountId: signedIn(context).accountId, challenge: options.challenge }
  await startFlow(services, context, { purpose: 'passkey', step: 'proof', subject })
  return { type: 'credential', mode: 'get', options: { ...options }, action: name, input: { ...input } }
}

async function proveByPasskey(
  { db }: ProofServices,
  context: ActionContext,
  { account, credential }: { account: Account; credential: Static<typeof UsedCredential> },
): Promise<void> {
  const requested = await takeChallenge<Challenge>(db, context, 'proof')
  if (requested?.accountId !== account.id) throw new Failure('proof.wrongPasskey', { status: 409 })
  const passkey = await passkeyById(db, credential.id)
  if (passkey?.accountId !== account.id) throw new Failure('proof.wrongPasskey')
  const { challenge } = requested
  const use = await verifyUsed({ party: partyAt(context), challenge, passkey }, credential).catch((cause: unknown) => {
    throw new Failure('proof.wrongPasskey', { cause })
  })
  if (!(await notePasskeyUse(db, { id: passkey.id, ...use, at: context.now() })))
    throw new Failure('proof.wrongPasskey')
}

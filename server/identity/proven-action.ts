import Type, { type Static, type TObject } from 'typebox'
import { closed } from '../../schemas/base.ts'
import type { Effect } from '../../schemas/effect.ts'
import { staffAccessSettings } from '../practice/staff-access.settings.ts'
import type { ActionContext, ActionDefinition, Named } from '../protocol/definitions.ts'
import { Failure } from '../protocol/failure.ts'
import { signedIn } from '../protocol/principal.ts'
import type { Services } from '../services.ts'
import { proofTryOf } from './account-limits.ts'
import { accountById, type Account } from './account.store.ts'
import { endFlow, readFlow } from './flow.store.ts'
import { partyAt, relyingPartyOf, requestOptions, UsedCredential, verifyUsed } from './passkey-ceremony.ts'
import { notePasskeyUse, passkeyById, passkeysOf } from './passkeys.store.ts'
import { Proof, proofCodes, proveAgain, provesByCode, type ProofServices } from './prove-again.ts'
import { proofDialog, type ProofWays } from './proven-action.dialogs.ts'
import { startFlow } from './start-flow.ts'
import { flowPlace } from './verification.ts'

/** How long a proof holds in the browser in which it was given. */
const proofMinutes = 10

/** The proof, beside the input of the action. */
const Proven = closed({
  Proof: Type.Optional(Proof.properties.Proof),
  WithPasskey: Type.Optional(Type.Literal(true, { description: 'Requests the options for a passkey as the proof.' })),
  credential: Type.Optional(UsedCredential),
})

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
 * the same input with the proof: the second factor of the staff, where the practice wants one; otherwise the password
 * or a code. To sign in is not such a proof: a session that was taken over just after it could do everything.
 *
 * The proof is a flow of its own, so that the cookie of the session alone does not carry it to another browser. It ends
 * with the password, and at sign-out. Throws the Failures `proof.wrong`, `proof.wrongCode`, `proof.wrongPasskey` and
 * `request.tooMany`.
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
      const { Proof: typed, WithPasskey, credential, ...rest } = sent as Static<typeof Proven> // checked before it runs
      const input = rest as Static<S> // the members of its own schema
      if (!needsProof(context, input) || (await isProven(services, context))) return run(context, input)
      const account = await ownAccount(services, context)
      const ways = await waysOf(services, context, account)
      if (typed === undefined && credential === undefined) {
        context.trace.outcome = 'proof.needed'
        const again = { action: proven, input: rest }
        return WithPasskey && ways.passkey
          ? [{ type: 'close' }, await passkeyRequest(services, context, again)]
          : [{ type: 'open', dialog: proofDialog(ways, { ...again, minutes: proofMinutes }) }]
      }
      await prove(services, context, { account, ways, typed, credential })
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

async function ownAccount({ db }: Pick<Services, 'db'>, context: ActionContext): Promise<Account> {
  const account = await accountById(db, signedIn(context).accountId)
  if (!account) throw new Error('the session has outlived its account')
  return account
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

interface Given {
  account: Account
  ways: ProofWays
  typed: string | undefined
  credential: Static<typeof UsedCredential> | undefined
}

async function prove(services: ProofServices, context: ActionContext, given: Given): Promise<void> {
  const { account, ways, typed, credential } = given
  if (credential) {
    if (!ways.passkey) throw new Failure('proof.wrongPasskey')
    return proveByPasskey(services, context, { account, credential })
  }
  if (ways.typed === undefined) throw new Failure('proof.wrong', { pointer: '/Proof', clear: true })
  if (ways.typed !== 'code') return void (await proveAgain(services, context, typed ?? ''))
  // Counted before it is checked, so that tries at the same time are counted.
  const counted = proofTryOf(services, context, account.id)
  await counted.take()
  if (!(await provesByCode(services, { account, typed: typed ?? '', at: context.now() })))
    throw new Failure('proof.wrongCode', { pointer: '/Proof', clear: true })
  await counted.giveBack()
}

interface Challenge {
  accountId: number
  challenge: string
}

/** The flow of a passkey, apart from that of signing in. */
const proofStep = 'proof'

async function passkeyRequest(
  services: ProofServices,
  context: ActionContext,
  { action: { name }, input }: { action: Named; input: object },
): Promise<Effect> {
  const options = await requestOptions(partyAt(context))
  const subject: Challenge = { accountId: signedIn(context).accountId, challenge: options.challenge }
  await startFlow(services, context, { purpose: 'passkey', step: proofStep, subject })
  return { type: 'credential', mode: 'get', options: { ...options }, action: name, input: { ...input } }
}

/** A challenge is valid once, even if verification fails. */
async function proveByPasskey(
  { db }: ProofServices,
  context: ActionContext,
  { account, credential }: { account: Account; credential: Static<typeof UsedCredential> },
): Promise<void> {
  const place = flowPlace(context, 'passkey')
  const flow = await readFlow<Challenge>(db, { ...place, at: context.now() })
  const isOwn = flow?.step === proofStep && flow.subject.accountId === account.id
  if (!isOwn || !(await endFlow(db, place))) throw new Failure('proof.wrongPasskey', { status: 409 })
  context.session.keepFlow('passkey', undefined)
  const passkey = await passkeyById(db, credential.id)
  if (passkey?.accountId !== account.id) throw new Failure('proof.wrongPasskey')
  const { challenge } = flow.subject
  const counter = await verifyUsed({ party: partyAt(context), challenge, passkey }, credential).catch(
    (cause: unknown) => {
      throw new Failure('proof.wrongPasskey', { cause })
    },
  )
  if (!(await notePasskeyUse(db, { id: passkey.id, counter, at: context.now() })))
    throw new Failure('proof.wrongPasskey')
}
